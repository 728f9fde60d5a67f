/** Values in the cells of template tables, in the words of our languages and of Spectora. */

import type { Cents } from '../base/money.ts';
import { foldText } from '../base/names.ts';
import { typedAmount } from '../base/typed-number.ts';
import type { AnswerType, CommentKind } from '../reports/reports.ts';
import { cleanLine } from '../text/clean.ts';

const wordsOf = <T>(lists: readonly (readonly [T, string])[]) =>
  new Map(lists.flatMap(([value, words]) => words.split('|').map((word) => [word, value] as const)));

const kinds = wordsOf<CommentKind>([
  [1, '1|info|information|informational|note|notes|informationen|hinweis|renseignement'],
  [2, '2|limit|limitation|limitations|not accessible|not inspected|einschrankung|restriction'],
  [
    3,
    '3|defect|defects|deficiency|deficiencies|deficient|issue|problem|defekt|mangel|defaut|deficience|anomalie',
  ],
]);

const answers = wordsOf<AnswerType>([
  ['text', 'text|freitext|texte|paragraph'],
  ['choice', 'choice|single choice|dropdown|radio|auswahl|einfachauswahl|choix|choix unique'],
  ['multi', 'multi|multiple choice|multiple|checkbox|checkboxes|mehrfachauswahl|choix multiple'],
  ['number', 'number|numeric|zahl|nombre'],
  ['range', 'range|bereich|plage|intervalle'],
  ['date', 'date|datum'],
  ['temperature', 'temperature|temperatur'],
  ['yes_no', 'yes_no|yes/no|yes no|ja/nein|oui/non|boolean'],
]);

const categories = wordsOf<number>([
  [1, '1|maintenance|maintenance item|wartung|entretien'],
  [2, '2|recommendation|recommended|empfehlung|recommandation'],
  [3, '3|safety|safety hazard|hazard|sicherheitsrisiko|gefahr|danger|risque|risque pour la securite'],
]);

const flags = wordsOf<boolean>([
  [true, 'yes|y|true|1|x|ja|j|wahr|oui|o|vrai|✓'],
  [false, 'no|n|false|0|nein|falsch|non|faux|-'],
]);

/** Each returns undefined for a word it does not know. */
export const kindOfCell = (cell: string) => kinds.get(foldText(cell));
export const answerTypeOfCell = (cell: string) => answers.get(foldText(cell));
export const flagOfCell = (cell: string) => flags.get(foldText(cell));

/** A category by name or number, up to 99 for the company's own. */
export function categoryOfCell(cell: string): number | undefined {
  return categories.get(foldText(cell)) ?? (/^[1-9]\d?$/.test(cell) ? Number(cell) : undefined);
}

/** An amount as people write it, with or without a currency sign. */
export function costOfCell(cell: string): Cents | undefined {
  const amount = typedAmount(cell.replace(/[$€£]|\b(?:USD|EUR|CAD|AUD|NZD)\b/g, '').trim());
  return 'cents' in amount && amount.cents >= 0 ? amount.cents : undefined;
}

/** The entries of a cell: one a line, else separated by `|`, `;` or `,`; in quotation marks it is one entry. */
export function entriesOfCell(cell: string): string[] {
  const [, quoted] = /^"(.*)"$/.exec(cell) ?? [];
  const separator = ['\n', '|', ';', ','].find((sign) => cell.includes(sign)) ?? ',';
  const entries = quoted === undefined ? cell.split(separator) : [quoted];
  return entries.map(cleanLine).filter((entry) => entry !== '');
}

/** The cell of entries that `entriesOfCell` reads as the same entries. */
export function cellOfEntries(entries: readonly string[]): string {
  const [only = '', ...more] = entries;
  if (more.length > 0) return entries.join('\n');
  return /[|;,]|^".*"$/.test(only) ? `"${only}"` : only;
}
