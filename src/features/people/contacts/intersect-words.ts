import { type RawBuilder, sql } from 'kysely';
import type { ReadCtx } from '#server/context.ts';
import type { ContactRow } from '../present.ts';
import {
  type ContactSearch,
  type ContactSearchPage,
  fetchMatch,
  hasStatus,
  isAfterPosition,
  type ListPosition,
  maxCounted,
  wordPrefix,
} from './conditions.ts';

/** Entries per word in the first range; each following range is three times as long. */
const firstRangeEntries = 1000;
/** A preview reads this many entries per word in its last range. */
const previewRangeEntries = 9000;

type Hit = { last_name_key: string; first_name_key: string; contact_id: string };

/**
 * Finds the contacts that match two frequent words, in list order. Reads both words' index entries one range at a time,
 * from the first position both can share, until the page is full. Each step intersects two ranges of one index, which
 * the planner can't get wrong.
 */
export async function intersectWords(
  ctx: ReadCtx,
  wanted: ContactSearch,
  one: string,
  other: string,
): Promise<ContactSearchPage> {
  const needsLookup = wanted.words.length > 2 || wanted.parts.length > 0;
  const from = async (start: ListPosition) => {
    const hits: Hit[] = [];
    for (let [after, entries] = [start, firstRangeEntries]; ; entries *= 3) {
      const begin = await nextCommonPosition(ctx, wanted, [one, other], after);
      if (begin === null) return { hits, isAll: true };
      const end = earlier(
        await rangeEnd(ctx, wanted, one, begin, entries),
        await rangeEnd(ctx, wanted, other, begin, entries),
      );
      const both = sql`${entriesInRange(ctx, wanted, one, begin, end)} intersect ${entriesInRange(ctx, wanted, other, begin, end)}`;
      const matching = needsLookup ? sql`cross join lateral (${fetchMatch(ctx, wanted)}) as matching` : sql``;
      const { rows } = await sql<Hit>`select hit.* from (${both}) as hit ${matching}
        order by hit.last_name_key, hit.first_name_key, hit.contact_id`.execute(ctx.db);
      hits.push(...rows);
      const isEnough = hits.length >= wanted.limit || (wanted.isPreview && entries >= previewRangeEntries);
      if (isEnough || end === null) return { hits, isAll: end === null };
      after = end;
    }
  };
  const first = await from(null);
  const page = wanted.after === null ? first : await from(wanted.after);
  const ids = page.hits.slice(0, wanted.limit).map((hit) => hit.contact_id);
  const { rows } = await sql<ContactRow>`select * from contacts c
    where c.subscriber_id = ${ctx.subscriberId}::uuid and c.id = any(${ids}::uuid[])
    order by last_name_key, first_name_key, id`.execute(ctx.db);
  return { rows, total: Math.min(first.hits.length, maxCounted), isCapped: !first.isAll };
}

/** How often the words may skip past each other before the entries in between are read instead. */
const maxSkips = 6;

/** The next position both words can share: each skips in turn to its next entry until both reach the same name. */
async function nextCommonPosition(
  ctx: ReadCtx,
  wanted: ContactSearch,
  words: readonly [string, string],
  after: ListPosition,
): Promise<ListPosition> {
  let at = after;
  for (let skip = 0; skip < maxSkips; skip += 1) {
    const next = await positionBeforeNext(ctx, wanted, words[skip % 2 === 0 ? 1 : 0], at);
    if (next === null) return null;
    if (skip > 0 && at !== null && next[0] === at[0] && next[1] === at[1]) return at;
    at = next;
  }
  return at;
}

/** The earlier of two range ends; null means the end of the list. */
function earlier(one: ListPosition, other: ListPosition): ListPosition {
  if (one === null || other === null) return one ?? other;
  const isBefore =
    one[0] !== other[0] ? one[0] < other[0] : one[1] !== other[1] ? one[1] < other[1] : one[2] < other[2];
  return isBefore ? one : other;
}

/**
 * The position just before a word's next entry; null if it has no more. Contacts with the same surname are adjacent, so
 * the entries in between are skipped.
 */
async function positionBeforeNext(
  ctx: ReadCtx,
  wanted: ContactSearch,
  word: string,
  after: ListPosition,
): Promise<ListPosition> {
  const { rows } = await sql<Hit>`${entriesInRange(ctx, wanted, word, after, null)}
    order by last_name_key, first_name_key, contact_id limit 1`.execute(ctx.db);
  const [next] = rows;
  if (!next) return null;
  const isSame = after !== null && after[0] === next.last_name_key && after[1] === next.first_name_key;
  return isSame ? after : [next.last_name_key, next.first_name_key, '00000000-0000-0000-0000-000000000000'];
}

/** The position after `entries` entries of a word; null if the range is its last. */
async function rangeEnd(
  ctx: ReadCtx,
  wanted: ContactSearch,
  word: string,
  after: ListPosition,
  entries: number,
): Promise<ListPosition> {
  const { rows } = await sql<Hit>`${entriesInRange(ctx, wanted, word, after, null)}
    order by last_name_key, first_name_key, contact_id offset ${entries} limit 1`.execute(ctx.db);
  const [end] = rows;
  return end ? [end.last_name_key, end.first_name_key, end.contact_id] : null;
}

/** A word's entries in the prefix index after one position and up to another. */
function entriesInRange(
  ctx: ReadCtx,
  wanted: ContactSearch,
  word: string,
  after: ListPosition,
  end: ListPosition,
): RawBuilder<unknown> {
  const upTo = end
    ? sql`and (last_name_key, first_name_key, contact_id) <= (${end[0]}, ${end[1]}, ${end[2]}::uuid)`
    : sql``;
  return sql`select last_name_key, first_name_key, contact_id from contact_words
    where contact_words.subscriber_id = ${ctx.subscriberId}::uuid and kind = ${wanted.kind} and head = ${wordPrefix(word)}
      and word ^@ ${word} ${hasStatus(wanted)} ${isAfterPosition(after, 'contact_id')} ${upTo}`;
}
