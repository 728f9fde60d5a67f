/** Keys that occur twice in one object of a JSON text: a parser keeps the last silently. */

interface Level {
  /** The keys of an object, or null for a list. */
  keys: Set<string> | null;
  place: string;
  /** The key or the number of the value that is being read. */
  at: string | number;
}

/**
 * Returns the place of the first key that an object of a valid JSON text has twice, such as `sections.0.name`, or null.
 * Reads the text once, whatever its nesting.
 */
export function findDuplicateKey(json: string): string | null {
  const levels: Level[] = [];
  let isKey = false;
  for (let i = 0; i < json.length; i += 1) {
    const char = json[i];
    const level = levels.at(-1);
    if (char === '"') {
      const end = endOfString(json, i);
      if (isKey && level?.keys) {
        const key = JSON.parse(json.slice(i, end)) as string;
        if (level.keys.has(key)) return placeOf(level, key);
        level.keys.add(key);
        level.at = key;
        isKey = false;
      }
      i = end - 1;
    } else if (char === '{' || char === '[') {
      // Deeper than any template, a place would only grow: it is not named.
      const place = level && levels.length < 12 ? placeOf(level, level.at) : (level?.place ?? '');
      levels.push({ keys: char === '{' ? new Set() : null, place, at: 0 });
      isKey = char === '{';
    } else if (char === '}' || char === ']') {
      levels.pop();
      isKey = false;
    } else if (char === ',' && level) {
      if (level.keys) isKey = true;
      else level.at = Number(level.at) + 1;
    }
  }
  return null;
}

const placeOf = (level: Level, at: string | number) =>
  level.place === '' ? `${at}` : `${level.place}.${at}`;

/** The position after the closing quote of the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  let i = start + 1;
  while (i < json.length && json[i] !== '"') i += json[i] === '\\' ? 2 : 1;
  return i + 1;
}
