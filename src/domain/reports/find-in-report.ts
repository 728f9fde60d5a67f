/** Finding a place in a report by its words. */

import { queryWords, searchWords } from '../base/names.ts';
import { sortByPosition } from '../base/ordered.ts';
import { isQuestion } from './comment-choices.ts';
import { type ReportContent, type ReportItem, sortComments } from './reports.ts';

/** A section, an item or a comment of the report, and where it is. */
export interface FoundPlace {
  section_id: string;
  item_id: string | null;
  comment_id: string | null;
  name: string;
  /** The names of what it is in. */
  where: string;
}

// A part stays the same object until it is changed: only what is new is split into words again.
const words = new WeakMap<object, string>();

function wordsOf(part: { name: string; locations?: readonly string[] }): string {
  const known = words.get(part);
  if (known !== undefined) return known;
  const found = ` ${searchWords(part.name, ...(part.locations ?? [])).join(' ')}`;
  words.set(part, found);
  return found;
}

/**
 * Returns the sections, items, questions and included comments that have every word of a search, in the order of the
 * report, at most `most`.
 */
export function findInReport(content: ReportContent, search: string, most: number): FoundPlace[] {
  const asked = queryWords(search);
  if (asked.length === 0) return [];
  const isFound = (part: { name: string }) => asked.every((word) => wordsOf(part).includes(` ${word}`));
  const found: FoundPlace[] = [];
  for (const section of sortByPosition(content.sections)) {
    const at = { section_id: section.id, item_id: null, comment_id: null };
    if (isFound(section)) found.push({ ...at, name: section.name, where: '' });
    for (const item of sortByPosition(section.items)) {
      if (isFound(item)) found.push({ ...at, item_id: item.id, name: item.name, where: section.name });
      for (const comment of shownComments(item)) {
        if (!isFound(comment)) continue;
        const where = `${section.name} › ${item.name}`;
        found.push({ ...at, item_id: item.id, comment_id: comment.id, name: comment.name, where });
      }
      if (found.length >= most) return found.slice(0, most);
    }
  }
  return found;
}

function shownComments(item: ReportItem) {
  return sortComments(item.comments).filter((comment) => comment.included || isQuestion(comment));
}
