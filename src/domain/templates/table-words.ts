/** What the words in the cells of a table mean, where a file uses other ones than ours. */
import { foldText } from '../base/names.ts';
import type { FileProblem } from './file-problems.ts';
import type { TableField, TableMapping } from './table-columns.ts';

/** The fields whose cells hold one of a few values. */
export const wordFields = ['kind', 'category', 'answer_type'] as const;
export type WordField = (typeof wordFields)[number];

/** Field → word of the file, as `foldText` writes it → the value it means; an empty one leaves the cell empty. */
export type TableWords = Partial<Record<WordField, ReadonlyMap<string, string>>>;

/** A word of a file whose meaning is not known, and the number of rows that have it. */
export interface UnknownWord {
  field: WordField;
  word: string;
  count: number;
}

/** Returns the value that a cell means. */
export function meaningOf(words: TableWords, field: TableField, cell: string): string {
  return words[field as WordField]?.get(foldText(cell)) ?? cell;
}

/** A column with more of them holds something else than these values. */
const mostWords = 24;

/** The words that were not understood, most frequent first; none of a column that has too many of them. */
export function unknownWords(problems: readonly FileProblem[], mapping: TableMapping): UnknownWord[] {
  return wordFields.flatMap((field) => {
    const found = new Map<string, UnknownWord>();
    for (const { code, place, detail } of problems) {
      if (code !== 'unknown_value' || mapping[place] !== field) continue;
      const { word, count } = found.get(foldText(detail)) ?? { word: detail, count: 0 };
      found.set(foldText(detail), { field, word, count: count + 1 });
    }
    // Shortened ones could not be found in the file again.
    const all = [...found.values()].sort((a, b) => b.count - a.count);
    return all.length > mostWords || all.some(({ word }) => word.endsWith('…')) ? [] : all;
  });
}
