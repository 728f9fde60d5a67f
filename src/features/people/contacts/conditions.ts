import { type RawBuilder, sql } from 'kysely';
import type { SearchQuery } from '#domain/people/people-search.ts';
import type { ReadCtx } from '#server/context.ts';
import type { ContactKind, ContactRow } from '../present.ts';

/** A place in the list: last name, first name, id; null for its beginning. */
export type ListPosition = readonly [string, string, string] | null;

/** A search as the list asks for it. */
export interface ContactSearch extends SearchQuery {
  kind: ContactKind;
  status: number | undefined;
  /** Sort keys after which the page begins: last name, first name, id. */
  after: ListPosition;
  limit: number;
}

/** A page of people. */
export interface ContactSearchPage {
  rows: ContactRow[];
  /** How many match; at least so many where `isCapped`. */
  total: number;
  isCapped: boolean;
}

/** Beyond so many it is only said that there are more. */
export const maxCounted = 1000;

/** The person of a hit, if everything asked for fits; one look by its key, whatever the planner thinks of the number. */
export function fetchMatch(ctx: ReadCtx, wanted: ContactSearch): RawBuilder<unknown> {
  return sql`select 1 from contacts c where c.subscriber_id = ${ctx.subscriberId}::uuid and c.id = hit.contact_id
    and ${matchesAllWords(wanted)} limit 1`;
}

/** Every word begins a word of the person's text; addresses stand in it as typed. */
export function matchesAllWords({ words, parts }: SearchQuery): RawBuilder<boolean> {
  const terms = [...words.map((word) => ` ${word}`), ...parts];
  return sql<boolean>`(${sql.join(
    terms.map((term) => sql`strpos(search_text, ${term}) > 0`),
    sql` and `,
  )})`;
}

/** Entries of a word. ^@ (starts with) is leakproof, so that the index is used behind row-level security, unlike LIKE. */
export function entriesOfWord(ctx: ReadCtx, wanted: ContactSearch, word: string): RawBuilder<boolean> {
  return sql<boolean>`contact_words.subscriber_id = ${ctx.subscriberId}::uuid and kind = ${wanted.kind}
    and word ^@ ${word} ${hasStatus(wanted)}`;
}

/** As the database's head_of: the first two letters (not bytes). */
export const wordPrefix = (word: string) => [...word].slice(0, 2).join('');

/** Whether a word stands in the index of beginnings: two letters and more, no number. */
export const hasIndexedPrefix = (word: string) => [...word].length >= 2 && !/^[0-9]/.test(word);

/** The status asked for, if one is. */
export function hasStatus({ status }: ContactSearch): RawBuilder<unknown> {
  return status === undefined ? sql`` : sql`and status = ${status}::smallint`;
}

/** What stands behind a place of the list, by the id's column. */
export function isAfterPosition(after: ListPosition, idColumn: 'id' | 'contact_id'): RawBuilder<unknown> {
  if (!after) return sql``;
  const [last, first, id] = after;
  return sql`and (last_name_key, first_name_key, ${sql.ref(idColumn)}) > (${last}, ${first}, ${id}::uuid)`;
}
