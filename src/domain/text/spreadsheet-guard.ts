/** Keeps cells of exported tables from being run as formulas, and takes the guard off again when a table is read. */

/**
 * What a spreadsheet may take for the start of a formula, in any width and after anything it skips: the signs themselves,
 * full-width ones, and control characters. A guarded text begins with an apostrophe, so an apostrophe is guarded too.
 */
const skipped = '[\\s\\p{Cc}\\p{Cf}]*';
const risky = new RegExp(`^${skipped}['=+\\-@|%−﹢﹣﹦﹫＇＋－＝＠｜]|^[\\t\\r\\n]`, 'u');

/** Returns a text that every spreadsheet shows as text. */
export function guardCell(text: string): string {
  return risky.test(text) ? `'${text}` : text;
}

/** Returns the text that was guarded; other texts are unchanged. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && risky.test(cell.slice(1)) ? cell.slice(1) : cell;
}
