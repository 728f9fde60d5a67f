import { type RawBuilder, sql } from 'kysely';
import { foldText } from '#domain/base/names.ts';

const mostWords = 8;

/**
 * Returns one condition for each word of a search, which may be anywhere in a text folded by the database: `search_text` of
 * a comment, or its name alone.
 */
export function containsWords(folded: RawBuilder<string>, search: string | undefined): RawBuilder<boolean>[] {
  const words = foldText(search ?? '')
    .split(' ')
    .filter(Boolean)
    .slice(0, mostWords);
  return words.map((word) => sql<boolean>`strpos(${folded}, ${word}) > 0`);
}
