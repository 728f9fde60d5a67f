import { sql } from 'kysely';
import type { ReadCtx } from '#server/context.ts';
import type { ContactRow } from '../present.ts';
import {
  type ContactSearch,
  type ContactSearchPage,
  entriesOfWord,
  fetchMatch,
  hasIndexedPrefix,
  hasStatus,
  isAfterPosition,
  type ListPosition,
  matchesAllWords,
  maxCounted,
  wordPrefix,
} from './conditions.ts';
import { intersectWords } from './intersect-words.ts';

/** A word with fewer entries is collected completely and sorted. */
const rareEntries = 1200;
/**
 * Two words with fewer entries in total are intersected completely; with more, reading in list order fills a page
 * sooner.
 */
const intersectedEntries = 24_000;
/** For single letters, the number of contacts scanned in list order before falling back to collecting the words. */
const maxScannedContacts = 3000;
/** For a preview: the words that are counted, the longest ones; the entries of a frequent word and the contacts read. */
const previewWords = 4;
const previewEntries = 6000;
const previewContacts = 400;

/**
 * Returns a page of the contacts that match every word, in list order, and their total. Chooses one of three
 * strategies: rare words (one or two) are collected from the word index and sorted; frequent words are read in list
 * order from the prefix index, two at a time, until the page is full; for single letters the contact list itself is
 * scanned. The remaining words are checked against each contact found. Each strategy reads what one page needs, not the
 * whole company.
 */
export async function searchContacts(ctx: ReadCtx, wanted: ContactSearch): Promise<ContactSearchPage> {
  const counted = await countEntries(ctx, wanted.isPreview ? withLongestWords(wanted) : wanted);
  const [rarest] = counted;
  if (!rarest || rarest.entries < rareEntries) return collect(ctx, wanted, rarest?.word ?? '');
  const [lead, second] = await orderByEstimate(
    ctx,
    wanted,
    counted.filter(({ word }) => hasIndexedPrefix(word)),
  );
  if (lead && second) {
    const isFew = lead.expected + second.expected <= intersectedEntries;
    return (isFew ? collect : intersectWords)(ctx, wanted, lead.word, second.word);
  }
  if (lead) return readInOrder(ctx, wanted, lead);
  const rows = await scanInOrder(ctx, wanted);
  if (rows.length < wanted.limit && !wanted.isPreview) return collect(ctx, wanted, rarest.word);
  return { rows, total: Math.max(rarest.people, rows.length), isCapped: true };
}

/** The other words are checked on each contact found. */
function withLongestWords(wanted: ContactSearch): ContactSearch {
  const words = wanted.words.toSorted((a, b) => b.length - a.length).slice(0, previewWords);
  return { ...wanted, words };
}

interface Counted {
  word: string;
  /** Counted up to a limit. */
  entries: number;
  /** Distinct contacts among the counted entries; only for a single word, at most a thousand. */
  people: number;
}

/** Counts the entries of each word, rarest first. */
async function countEntries(ctx: ReadCtx, wanted: ContactSearch): Promise<Counted[]> {
  const isOne = wanted.words.length === 1;
  // Counted regardless of status: finding the few inactive contacts among many active ones would be slow.
  const ofStatus =
    wanted.status === undefined ? sql`` : sql`filter (where status = ${wanted.status}::smallint)`;
  const people = isOne ? sql`least(count(distinct contact_id) ${ofStatus}, ${sql.lit(maxCounted)})` : sql`0`;
  const any = { ...wanted, status: undefined };
  const counts = wanted.words.map(
    (word) => sql`select ${word}::text as word, count(*) as entries, ${people} as people from (
      select contact_id, status from contact_words where ${entriesOfWord(ctx, any, word)} limit ${rareEntries}) as entries`,
  );
  const { rows } = await sql<Counted>`
    select * from (${sql.join(counts, sql` union all `)}) as counted order by entries, length(word) desc`.execute(
    ctx.db,
  );
  return rows;
}

/**
 * Orders frequent words by the planner's estimate of their entries, rarest first. Counting tens of thousands of entries
 * would take longer than the search itself; only the order matters, and EXPLAIN provides it in half a millisecond.
 */
async function orderByEstimate(
  ctx: ReadCtx,
  wanted: ContactSearch,
  words: readonly Counted[],
): Promise<(Counted & { expected: number })[]> {
  if (words.length < 2) return words.map((each) => ({ ...each, expected: each.entries }));
  const any = { ...wanted, status: undefined };
  const reads = words.map(
    ({ word }) => sql`select 1 from contact_words where ${entriesOfWord(ctx, any, word)}`,
  );
  const { rows } = await sql<{
    'QUERY PLAN': [{ Plan: { Plans?: { 'Plan Rows': number }[] } }];
  }>`explain (format json) ${sql.join(reads, sql` union all `)}`.execute(ctx.db);
  const plans = rows[0]?.['QUERY PLAN'][0].Plan.Plans ?? [];
  return words
    .map((each, nth) => ({ ...each, expected: plans[nth]?.['Plan Rows'] ?? Number.POSITIVE_INFINITY }))
    .sort((a, b) => a.expected - b.expected);
}

/** Reads a frequent word's entries in list order. */
async function readInOrder(ctx: ReadCtx, wanted: ContactSearch, lead: Counted): Promise<ContactSearchPage> {
  const needsLookup = wanted.words.length > 1 || wanted.parts.length > 0;
  // A contact can have several words with this prefix; their entries are adjacent.
  const entries = (
    after: ListPosition,
  ) => sql`select distinct last_name_key, first_name_key, contact_id from contact_words
    where contact_words.subscriber_id = ${ctx.subscriberId}::uuid and kind = ${wanted.kind} and head = ${wordPrefix(lead.word)}
      and word ^@ ${lead.word} ${hasStatus(wanted)} ${isAfterPosition(after, 'contact_id')}
    order by last_name_key, first_name_key, contact_id ${wanted.isPreview ? sql`limit ${previewEntries}` : sql``}`;
  const matching = needsLookup ? sql`cross join lateral (${fetchMatch(ctx, wanted)}) as person` : sql``;
  const { rows } = await sql<ContactRow>`
    with page as materialized (select hit.* from (${entries(wanted.after)}) as hit ${matching} limit ${wanted.limit})
    select person.* from page cross join lateral (
      select * from contacts c where c.subscriber_id = ${ctx.subscriberId}::uuid and c.id = page.contact_id limit 1) as person
    order by person.last_name_key, person.first_name_key, person.id`.execute(ctx.db);
  if (wanted.isPreview || (wanted.after === null && rows.length < wanted.limit))
    return { rows, total: rows.length, isCapped: rows.length >= wanted.limit };
  if (!needsLookup) return { rows, total: Math.max(lead.people, rows.length), isCapped: true };
  const first = await sql<{ n: number }>`select count(*) as n from (
    select 1 from (${entries(null)} limit ${maxCounted}) as hit ${matching}) as found`.execute(ctx.db);
  return { rows, total: Math.max(first.rows[0]?.n ?? 0, rows.length), isCapped: true };
}

/** Scans contacts in list order: for single letters, which almost every contact matches. */
async function scanInOrder(ctx: ReadCtx, wanted: ContactSearch): Promise<ContactRow[]> {
  const people = sql`select contacts.* from contacts
    where contacts.subscriber_id = ${ctx.subscriberId}::uuid and kind = ${wanted.kind} and deleted_at is null
      ${hasStatus(wanted)} ${isAfterPosition(wanted.after, 'id')}
    order by last_name_key, first_name_key, id limit ${wanted.isPreview ? previewContacts : maxScannedContacts}`;
  const { rows } = await sql<ContactRow>`select * from (${people}) as people where ${matchesAllWords(wanted)}
    limit ${wanted.limit}`.execute(ctx.db);
  return rows;
}

/**
 * Collects all contacts with the word (and the second one, if given), filters them by the other conditions and sorts.
 */
async function collect(
  ctx: ReadCtx,
  wanted: ContactSearch,
  rarest: string,
  second?: string,
): Promise<ContactSearchPage> {
  const entries = (word: string) => sql`select contact_id, last_name_key, first_name_key from contact_words
    where ${entriesOfWord(ctx, wanted, word)}`;
  // An intersection, not a join: linear whatever the planner estimates.
  const hits =
    second === undefined
      ? sql`select distinct * from (${entries(rarest)}) as entries`
      : sql`${entries(rarest)} intersect ${entries(second)}`;
  const needsLookup = wanted.words.length > (second === undefined ? 1 : 2) || wanted.parts.length > 0;
  const all = needsLookup
    ? sql`select hit.* from (${hits}) as hit cross join lateral (${fetchMatch(ctx, wanted)}) as person`
    : hits;
  const { rows } = await sql<Partial<ContactRow> & { matching: number }>`
    with found as materialized (${all}),
      page as (select * from found where true ${isAfterPosition(wanted.after, 'contact_id')}
        order by last_name_key, first_name_key, contact_id limit ${wanted.limit})
    select person.*, matching from (select count(*) as matching from found) as counted
      left join (page cross join lateral (
        select * from contacts c where c.subscriber_id = ${ctx.subscriberId}::uuid and c.id = page.contact_id limit 1) as person)
      on true
    order by person.last_name_key, person.first_name_key, person.id`.execute(ctx.db);
  return {
    rows: rows.filter((row) => row.id !== null) as unknown as ContactRow[],
    total: rows[0]?.matching ?? 0,
    isCapped: false,
  };
}
