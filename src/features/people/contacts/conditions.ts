import { type RawBuilder, sql } from 'kysely';
import type { SearchQuery } from '#domain/people/people-search.ts';
import type { ReadCtx } from '#server/context.ts';
import type { ContactKind, ContactRow } from '../present.ts';

/** A position in the list: last name, first name, id; null for its start. */
export type ListPosition = readonly [string, string, string] | null;

/** A parsed contact search. */
export interface ContactSearch extends SearchQuery {
  kind: ContactKind;
  status: number | undefined;
  /** The position after which the page starts: last name, first name, id. */
  after: ListPosition;
  limit: number;
  /**
   * For suggestions while someone types: frequent words are not searched to the end, and matches are not counted, so the
   * effort does not grow with the company.
   */
  isPreview?: boolean;
}

/** A page of contacts. */
export interface ContactSearchPage {
  rows: ContactRow[];
  /** The number of matches; a lower bound where `isCapped`. */
  total: number;
  isCapped: boolean;
}

/** Matches are counted up to this number. */
export const maxCounted = 1000;

/** Selects the hit's contact if it matches all conditions: a lookup by key, whatever the planner estimates. */
export function fetchMatch(ctx: ReadCtx, wanted: ContactSearch): RawBuilder<unknown> {
  return sql`select 1 from contacts c where c.subscriber_id = ${ctx.subscriberId}::uuid and c.id = hit.contact_id
    and ${matchesAllWords(wanted)} limit 1`;
}

/** Every word is a prefix of a word in the contact's search text; e-mail addresses are indexed as typed. */
export function matchesAllWords({ words, parts }: SearchQuery): RawBuilder<boolean> {
  const terms = [...words.map((word) => ` ${word}`), ...parts];
  return sql<boolean>`(${sql.join(
    terms.map((term) => sql`strpos(search_text, ${term}) > 0`),
    sql` and `,
  )})`;
}

/**
 * The index entries that match a word. ^@ (starts with) is leakproof, so unlike LIKE it can use the index behind
 * row-level security.
 */
export function entriesOfWord(ctx: ReadCtx, wanted: ContactSearch, word: string): RawBuilder<boolean> {
  return sql<boolean>`contact_words.subscriber_id = ${ctx.subscriberId}::uuid and kind = ${wanted.kind}
    and word ^@ ${word} ${hasStatus(wanted)}`;
}

/** The first two characters (not bytes), like `head_of` in the database. */
export const wordPrefix = (word: string) => [...word].slice(0, 2).join('');

/** True if the prefix index covers the word: at least two characters, not starting with a digit. */
export const hasIndexedPrefix = (word: string) => [...word].length >= 2 && !/^[0-9]/.test(word);

/** Matches the requested status, if any. */
export function hasStatus({ status }: ContactSearch): RawBuilder<unknown> {
  return status === undefined ? sql`` : sql`and status = ${status}::smallint`;
}

/** Matches rows after a list position; `idColumn` names the contact's id column. */
export function isAfterPosition(after: ListPosition, idColumn: 'id' | 'contact_id'): RawBuilder<unknown> {
  if (!after) return sql``;
  const [last, first, id] = after;
  return sql`and (last_name_key, first_name_key, ${sql.ref(idColumn)}) > (${last}, ${first}, ${id}::uuid)`;
}
