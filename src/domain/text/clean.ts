/**
 * Cleans user text once, on entry: one function per kind of field. Passwords, secrets and the evidence of a signature are
 * not cleaned.
 */

/** Marks of direction, zero-width spaces and joiners of words, soft hyphens, byte order marks, tags: never visible. */
const invisible = new RegExp(
  [
    '\\u00ad|\\u034f|\\u061c|[\\u115f\\u1160]|[\\u17b4\\u17b5]|[\\u180b-\\u180e]',
    '\\u200b|[\\u200e\\u200f]|[\\u202a-\\u202e]|[\\u2060-\\u206f]|\\u3164|\\ufeff|\\uffa0|[\\ufff0-\\ufffb]',
    '\\udb40[\\udc00-\\udcff]',
  ].join('|'),
  'g',
);
/** A joiner is meant between letters that join (Persian, Devanagari) and in emoji; elsewhere it only hides. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII and Latin letters
const joining = /[^\s\u0000-\u02ff]/;
/** Replaced as a whole run, so that thousands of joiners in a row are read once. */
const joiners = /[\u200c\u200d]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const controls = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]|\p{Surrogate}/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: tab, line and page separators
const breaks = /[\t\n\u000b\f\r\u0085\u2028\u2029]+/g;

/**
 * Returns a text without control and invisible characters, with its spaces, tabs and line breaks: for texts whose kind is
 * not known, and for the parts of a formatted text, where a space at the end counts.
 */
export function withoutInvisible(text: string): string {
  // Flags of regions are written with tags after a black flag.
  const kept = text.replace(invisible, (mark, at: number) =>
    mark.length === 2 && /\u{1f3f4}[\u{e0000}-\u{e007f}]*$/u.test(text.slice(Math.max(0, at - 20), at))
      ? mark
      : '',
  );
  return kept.replace(controls, '').replace(joiners, (run, at: number, whole: string) => {
    const isMeant = joining.test(whole.charAt(at - 1)) && joining.test(whole.charAt(at + run.length));
    return isMeant ? run : '';
  });
}

/**
 * Returns the beginning of a text that someone outside wrote - an error, a reply: at most this many characters, without
 * control and invisible ones and without half a character at its end, none of which the database stores.
 */
export function excerptOf(text: string, max: number): string {
  return withoutInvisible(text.slice(0, max));
}

/**
 * Returns a text of one line - a name, title, address or reference: without control and invisible characters; a tab or
 * line break becomes a space; trimmed.
 */
export function cleanLine(text: string): string {
  return withoutInvisible(text.replace(breaks, ' ')).trim();
}

/** Returns a text of several lines: as `cleanLine`, but with its line breaks, all as `\n`. */
export function cleanText(text: string): string {
  const lines = text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(/[\t\v\f]+/g, ' ');
  return withoutInvisible(lines).trim();
}

/** Returns a code, an id or a time: what is copied and compared sign by sign, with nothing invisible in it. */
export function cleanCode(text: string): string {
  return cleanLine(text).replaceAll(/[\u200c\u200d]/g, '');
}

/** Returns an email address in lower case, with nothing invisible in it; spaces inside remain, and make it invalid. */
export function cleanEmail(text: string): string {
  return cleanCode(text).toLowerCase();
}

/** Returns a file name: one line without folders, at most 200 characters with its ending kept. */
export function cleanFilename(text: string): string {
  const name = cleanLine(text).replaceAll('\\', '/').split('/').at(-1)?.trim() ?? '';
  const letters = [...name];
  if (letters.length <= 200) return name;
  const ending = /\.[^.\s]{1,12}$/.exec(name)?.[0] ?? '';
  return letters.slice(0, 200 - [...ending].length).join('') + ending;
}
