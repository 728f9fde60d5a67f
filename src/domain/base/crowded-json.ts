/** What a JSON text may have at most: values, names of one object, and levels. */
interface JsonLimits {
  values: number;
  names: number;
  depth: number;
}

/**
 * Returns whether a JSON text exceeds these limits. Counted before anything is parsed: two megabytes of empty lists, a million
 * of them, would occupy the process for seconds.
 */
export function isCrowdedJson(text: string, most: JsonLimits): boolean {
  let [values, depth] = [1, 0];
  /** Of the open objects, by depth; a list counts none. */
  const names = [0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === comma) {
      values += 1;
      names[depth] = (names[depth] ?? 0) + 1;
    } else if (code === bracket || code === brace) {
      values += 1;
      depth += 1;
      names[depth] = code === brace ? 1 : Number.NEGATIVE_INFINITY;
    } else if (code === bracketEnd || code === braceEnd) depth -= 1;
    if (values > most.values || depth > most.depth || (names[depth] ?? 0) > most.names) return true;
  }
  return false;
}

const [quote, comma, bracket, bracketEnd, brace, braceEnd, backslash] = [34, 44, 91, 93, 123, 125, 92];

/** The position of the quote that ends a string; the end of the text without one. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((at - before) % 2 === 1) return at;
  }
  return text.length;
}
