import { type RawBuilder, sql } from 'kysely';
import type { Query } from '#domain/people-search.ts';
import type { ReadCtx } from '#server/context.ts';
import type { ContactKind, ContactRow } from '../present.ts';

type Position = readonly [string, string, string] | null;

/** A search as the list asks for it. */
export interface Search extends Query {
  kind: ContactKind;
  status: number | undefined;
  /** Sort keys after which the page begins: last name, first name, id. */
  after: Position;
  limit: number;
}

export interface Found {
  rows: ContactRow[];
  /** How many match; at least so many where `isCapped`. */
  total: number;
  isCapped: boolean;
}

/** A word with fewer entries than this is collected whole and sorted. */
const rareEntries = 1200;
/** Two words that have no more entries together than this are intersected whole; more frequent ones fill a page sooner. */
const intersectedEntries = 24_000;
/** How many people are looked at in page order for single letters before their words are collected. */
const walkedPeople = 3000;
const countedUpTo = 1000;
/** Entries of each of two frequent words that are compared first; then three times as many, and so on. */
const stretchEntries = 1000;

/**
 * A page of those whom every word fits, in the order of the list, and how many they are. Three ways, by what is asked:
 * a word (or two together) that few have is collected in the index of words and sorted; frequent words are read in the order of the list from
 * the index of beginnings, two of them side by side, until the page is full; for single letters the list itself is walked.
 * What is left of the words is looked for in each person found. Each reads what it needs for a page, not the company.
 */
export async function search(ctx: ReadCtx, wanted: Search): Promise<Found> {
  const counted = await countEntries(ctx, wanted);
  const [rarest] = counted;
  if (!rarest || rarest.entries < rareEntries) return collect(ctx, wanted, rarest?.word ?? '');
  const [lead, second] = await byExpectation(
    ctx,
    wanted,
    counted.filter(({ word }) => hasHead(word)),
  );
  if (lead && second) {
    const isFew = lead.expected + second.expected <= intersectedEntries;
    return (isFew ? collect : sideBySide)(ctx, wanted, lead.word, second.word);
  }
  if (lead) return inOrder(ctx, wanted, lead);
  const rows = await walk(ctx, wanted);
  if (rows.length < wanted.limit) return collect(ctx, wanted, rarest.word);
  return { rows, total: Math.max(rarest.people, rows.length), isCapped: true };
}

interface Counted {
  word: string;
  /** Counted up to a limit. */
  entries: number;
  /** Different people among the entries counted; of a single word, and at most a thousand. */
  people: number;
}

/** How many entries each word has, rarest first. */
async function countEntries(ctx: ReadCtx, wanted: Search): Promise<Counted[]> {
  const isOne = wanted.words.length === 1;
  // All count here, whatever their status: among many active ones the few inactive would take long to find.
  const ofStatus =
    wanted.status === undefined ? sql`` : sql`filter (where status = ${wanted.status}::smallint)`;
  const people = isOne ? sql`least(count(distinct contact_id) ${ofStatus}, ${sql.lit(countedUpTo)})` : sql`0`;
  const any = { ...wanted, status: undefined };
  const counts = wanted.words.map(
    (word) => sql`select ${word}::text as word, count(*) as entries, ${people} as people from (
      select contact_id, status from contact_words where ${ofWord(ctx, any, word)} limit ${rareEntries}) as entries`,
  );
  const { rows } = await sql<Counted>`
    select * from (${sql.join(counts, sql` union all `)}) as counted order by entries, length(word) desc`.execute(
    ctx.db,
  );
  return rows;
}

/**
 * Frequent words with the planner's guess of their entries, rarest first. Counting tens of thousands would take longer than
 * the search; only the order of the guesses matters, which a plan tells in half a millisecond.
 */
async function byExpectation(
  ctx: ReadCtx,
  wanted: Search,
  words: readonly Counted[],
): Promise<(Counted & { expected: number })[]> {
  if (words.length < 2) return words.map((each) => ({ ...each, expected: each.entries }));
  const any = { ...wanted, status: undefined };
  const reads = words.map(({ word }) => sql`select 1 from contact_words where ${ofWord(ctx, any, word)}`);
  const { rows } = await sql<{
    'QUERY PLAN': [{ Plan: { Plans?: { 'Plan Rows': number }[] } }];
  }>`explain (format json) ${sql.join(reads, sql` union all `)}`.execute(ctx.db);
  const plans = rows[0]?.['QUERY PLAN'][0].Plan.Plans ?? [];
  return words
    .map((each, nth) => ({ ...each, expected: plans[nth]?.['Plan Rows'] ?? Number.POSITIVE_INFINITY }))
    .sort((a, b) => a.expected - b.expected);
}

type Hit = { last_name_key: string; first_name_key: string; contact_id: string };

/**
 * Reads the entries of two frequent words side by side in the order of the list: a stretch at a time, from where both
 * may stand together to where either has had its share. Two ranges of one index are intersected, which no planner can do badly.
 */
async function sideBySide(ctx: ReadCtx, wanted: Search, one: string, other: string): Promise<Found> {
  const looksUp = wanted.words.length > 2 || wanted.parts.length > 0;
  const from = async (start: Position) => {
    const hits: Hit[] = [];
    for (let [after, entries] = [start, stretchEntries]; ; entries *= 3) {
      const begin = await meeting(ctx, wanted, [one, other], after);
      if (begin === null) return { hits, isAll: true };
      const edge = earlier(
        await edgeOf(ctx, wanted, one, begin, entries),
        await edgeOf(ctx, wanted, other, begin, entries),
      );
      const both = sql`${stretch(ctx, wanted, one, begin, edge)} intersect ${stretch(ctx, wanted, other, begin, edge)}`;
      const fitting = looksUp ? sql`cross join lateral (${lookUp(ctx, wanted)}) as fitting` : sql``;
      const { rows } = await sql<Hit>`select hit.* from (${both}) as hit ${fitting}
        order by hit.last_name_key, hit.first_name_key, hit.contact_id`.execute(ctx.db);
      hits.push(...rows);
      if (hits.length >= wanted.limit || edge === null) return { hits, isAll: edge === null };
      after = edge;
    }
  };
  const first = await from(null);
  const page = wanted.after === null ? first : await from(wanted.after);
  const ids = page.hits.slice(0, wanted.limit).map((hit) => hit.contact_id);
  const { rows } = await sql<ContactRow>`select * from contacts c
    where c.subscriber_id = ${ctx.subscriberId}::uuid and c.id = any(${ids}::uuid[])
    order by last_name_key, first_name_key, id`.execute(ctx.db);
  return { rows, total: Math.min(first.hits.length, countedUpTo), isCapped: !first.isAll };
}

/** How often two words leap over each other before what lies between is read after all. */
const mostLeaps = 6;

/** The place from which both words may stand together: each leaps to its next entry until they are at the same name. */
async function meeting(
  ctx: ReadCtx,
  wanted: Search,
  words: readonly [string, string],
  after: Position,
): Promise<Position> {
  let at = after;
  for (let leap = 0; leap < mostLeaps; leap += 1) {
    const next = await before(ctx, wanted, words[leap % 2 === 0 ? 1 : 0], at);
    if (next === null) return null;
    if (leap > 0 && at !== null && next[0] === at[0] && next[1] === at[1]) return at;
    at = next;
  }
  return at;
}

/** The first of two places where a stretch may end; null is the end of all. */
function earlier(one: Position, other: Position): Position {
  if (one === null || other === null) return one ?? other;
  const isBefore =
    one[0] !== other[0] ? one[0] < other[0] : one[1] !== other[1] ? one[1] < other[1] : one[2] < other[2];
  return isBefore ? one : other;
}

/**
 * The place just before a word's next entry; null when there is none. People of one surname stand together, so what lies
 * between is leapt over.
 */
async function before(ctx: ReadCtx, wanted: Search, word: string, after: Position): Promise<Position> {
  const { rows } = await sql<Hit>`${stretch(ctx, wanted, word, after, null)}
    order by last_name_key, first_name_key, contact_id limit 1`.execute(ctx.db);
  const [next] = rows;
  if (!next) return null;
  const isSame = after !== null && after[0] === next.last_name_key && after[1] === next.first_name_key;
  return isSame ? after : [next.last_name_key, next.first_name_key, '00000000-0000-0000-0000-000000000000'];
}

/** Where a stretch of a word's entries ends; null when it is the last. */
async function edgeOf(
  ctx: ReadCtx,
  wanted: Search,
  word: string,
  after: Position,
  entries: number,
): Promise<Position> {
  const { rows } = await sql<Hit>`${stretch(ctx, wanted, word, after, null)}
    order by last_name_key, first_name_key, contact_id offset ${entries} limit 1`.execute(ctx.db);
  const [edge] = rows;
  return edge ? [edge.last_name_key, edge.first_name_key, edge.contact_id] : null;
}

/** The entries of a word from the index of beginnings, after one place and up to another. */
function stretch(
  ctx: ReadCtx,
  wanted: Search,
  word: string,
  after: Position,
  edge: Position,
): RawBuilder<unknown> {
  const upTo = edge
    ? sql`and (last_name_key, first_name_key, contact_id) <= (${edge[0]}, ${edge[1]}, ${edge[2]}::uuid)`
    : sql``;
  return sql`select last_name_key, first_name_key, contact_id from contact_words
    where contact_words.subscriber_id = ${ctx.subscriberId}::uuid and kind = ${wanted.kind} and head = ${headOf(word)}
      and word ^@ ${word} ${statusIs(wanted)} ${isAfter(after, 'contact_id')} ${upTo}`;
}

/** Reads the entries of a frequent word in the order of the list. */
async function inOrder(ctx: ReadCtx, wanted: Search, lead: Counted): Promise<Found> {
  const looksUp = wanted.words.length > 1 || wanted.parts.length > 0;
  // One person may have several words that begin so: they stand side by side.
  const entries = (
    after: Position,
  ) => sql`select distinct last_name_key, first_name_key, contact_id from contact_words
    where contact_words.subscriber_id = ${ctx.subscriberId}::uuid and kind = ${wanted.kind} and head = ${headOf(lead.word)}
      and word ^@ ${lead.word} ${statusIs(wanted)} ${isAfter(after, 'contact_id')}
    order by last_name_key, first_name_key, contact_id`;
  const fitting = looksUp ? sql`cross join lateral (${lookUp(ctx, wanted)}) as person` : sql``;
  const { rows } = await sql<ContactRow>`
    with page as materialized (select hit.* from (${entries(wanted.after)}) as hit ${fitting} limit ${wanted.limit})
    select person.* from page cross join lateral (
      select * from contacts c where c.subscriber_id = ${ctx.subscriberId}::uuid and c.id = page.contact_id limit 1) as person
    order by person.last_name_key, person.first_name_key, person.id`.execute(ctx.db);
  if (wanted.after === null && rows.length < wanted.limit)
    return { rows, total: rows.length, isCapped: false };
  if (!looksUp) return { rows, total: Math.max(lead.people, rows.length), isCapped: true };
  const first = await sql<{ n: number }>`select count(*) as n from (
    select 1 from (${entries(null)} limit ${countedUpTo}) as hit ${fitting}) as found`.execute(ctx.db);
  return { rows, total: Math.max(first.rows[0]?.n ?? 0, rows.length), isCapped: true };
}

/** Looks at people in the order of the list: for single letters, which nearly everybody has. */
async function walk(ctx: ReadCtx, wanted: Search): Promise<ContactRow[]> {
  const people = sql`select contacts.* from contacts
    where contacts.subscriber_id = ${ctx.subscriberId}::uuid and kind = ${wanted.kind} and deleted_at is null
      ${statusIs(wanted)} ${isAfter(wanted.after, 'id')}
    order by last_name_key, first_name_key, id limit ${walkedPeople}`;
  const { rows } = await sql<ContactRow>`select * from (${people}) as people where ${fits(wanted)}
    limit ${wanted.limit}`.execute(ctx.db);
  return rows;
}

/** Collects everybody who has the word (and the second, if one is given), keeps whom the rest fits, and sorts. */
async function collect(ctx: ReadCtx, wanted: Search, rarest: string, second?: string): Promise<Found> {
  const entries = (word: string) => sql`select contact_id, last_name_key, first_name_key from contact_words
    where ${ofWord(ctx, wanted, word)}`;
  // An intersection, not a join: it is linear whatever the planner believes.
  const hits =
    second === undefined
      ? sql`select distinct * from (${entries(rarest)}) as entries`
      : sql`${entries(rarest)} intersect ${entries(second)}`;
  const looksUp = wanted.words.length > (second === undefined ? 1 : 2) || wanted.parts.length > 0;
  const all = looksUp
    ? sql`select hit.* from (${hits}) as hit cross join lateral (${lookUp(ctx, wanted)}) as person`
    : hits;
  const { rows } = await sql<Partial<ContactRow> & { matching: number }>`
    with found as materialized (${all}),
      page as (select * from found where true ${isAfter(wanted.after, 'contact_id')}
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

/** The person of a hit, if everything asked for fits; one look by its key, whatever the planner thinks of the number. */
function lookUp(ctx: ReadCtx, wanted: Search): RawBuilder<unknown> {
  return sql`select 1 from contacts c where c.subscriber_id = ${ctx.subscriberId}::uuid and c.id = hit.contact_id
    and ${fits(wanted)} limit 1`;
}

/** Every word begins a word of the person's text; addresses stand in it as typed. */
export function fits({ words, parts }: Query): RawBuilder<boolean> {
  const terms = [...words.map((word) => ` ${word}`), ...parts];
  return sql<boolean>`(${sql.join(
    terms.map((term) => sql`strpos(search_text, ${term}) > 0`),
    sql` and `,
  )})`;
}

/** Entries of a word. ^@ (starts with) is leakproof, so that the index is used behind row-level security, unlike LIKE. */
function ofWord(ctx: ReadCtx, wanted: Search, word: string): RawBuilder<boolean> {
  return sql<boolean>`contact_words.subscriber_id = ${ctx.subscriberId}::uuid and kind = ${wanted.kind}
    and word ^@ ${word} ${statusIs(wanted)}`;
}

/** As the database's head_of: the first two letters (not bytes). */
const headOf = (word: string) => [...word].slice(0, 2).join('');

/** Whether a word stands in the index of beginnings: two letters and more, no number. */
const hasHead = (word: string) => [...word].length >= 2 && !/^[0-9]/.test(word);

function statusIs({ status }: Search): RawBuilder<unknown> {
  return status === undefined ? sql`` : sql`and status = ${status}::smallint`;
}

function isAfter(after: Position, idColumn: 'id' | 'contact_id'): RawBuilder<unknown> {
  if (!after) return sql``;
  const [last, first, id] = after;
  return sql`and (last_name_key, first_name_key, ${sql.ref(idColumn)}) > (${last}, ${first}, ${id}::uuid)`;
}
