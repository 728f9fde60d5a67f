import { sql } from 'kysely';
import { foldName } from '#domain/base/names.ts';
import {
  allPairs,
  areSimilarFirstNames,
  groupPairs,
  type Pair,
  similarPairs,
  toOrderedPair,
} from '#domain/people/people-duplicates.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { sha256Hex } from '#server/ids.ts';
import { decodeCursor, encodeCursor, type Page } from '#wire/paging.ts';
import type { DuplicateGroup } from '../merge-contract.ts';
import { type ContactKind, type ContactRow, presentContact } from '../present.ts';

/** The search phases in order: shared phone numbers, shared addresses, similar names. */
const phases = ['phone', 'email', 'name'] as const;
type Phase = (typeof phases)[number];
/** A position in that order: after a number, an address or a last name, of which this many groups were listed. */
type Position = readonly [Phase, string, number];

/** Numbers or addresses read in one step. */
const textStep = 50;
/** Contacts read in the first step of the name phase; while little is found, each step doubles. */
const nameStep = { first: 250, most: 4000 };
const maxPeople = 10;

interface Candidate {
  place: Position;
  ids: string[];
}

/**
 * Returns a page of probable duplicates. Reads the indexes of numbers, addresses and names in order and stops when the
 * page is full, so contacts are never all compared with each other.
 */
export async function findDuplicates(
  ctx: ReadCtx,
  kind: ContactKind,
  perPage: number,
  cursor: string | undefined,
): Promise<Page<DuplicateGroup>> {
  const groups: { place: Position; group: DuplicateGroup }[] = [];
  let pending: Candidate[] = [];
  for await (const candidate of candidates(ctx, kind, positionOf(cursor))) {
    pending.push(candidate);
    // Resolve as many candidates together as the page still lacks.
    if (groups.length + pending.length <= perPage) continue;
    groups.push(...(await groupsOfAll(ctx, kind, pending)));
    pending = [];
    if (groups.length > perPage) break;
  }
  groups.push(...(await groupsOfAll(ctx, kind, pending)));
  const shown = groups.slice(0, perPage);
  const hasNextPage = groups.length > perPage;
  const last = shown.at(-1);
  const isWhole = !hasNextPage && cursor === undefined;
  return {
    pageData: shown.map(({ group }) => group),
    pageInfo: {
      total: shown.length,
      ...(isWhole ? {} : { totalIsCapped: true }),
      endCursor: hasNextPage && last ? encodeCursor([...last.place]) : null,
      hasNextPage,
    },
  };
}

function positionOf(cursor: string | undefined): Position {
  const [phase, key, shown] = decodeCursor(cursor, 'text', 'text', 'count') ?? ['phone', '', 0];
  return phases.includes(phase as Phase) ? [phase as Phase, key, shown] : ['phone', '', 0];
}

async function* candidates(ctx: ReadCtx, kind: ContactKind, from: Position): AsyncGenerator<Candidate> {
  for (const phase of phases.slice(phases.indexOf(from[0]))) {
    let key = phase === from[0] ? from[1] : '';
    let shown = phase === from[0] ? from[2] : 0;
    for (let count = nameStep.first; ; count = Math.min(2 * count, nameStep.most)) {
      const { found, nextKey } =
        phase === 'name'
          ? await byName(ctx, kind, { after: key, again: shown > 0, count })
          : await byText(ctx, kind, phase, key);
      for (const candidate of found) {
        if (candidate.place[1] === key && candidate.place[2] <= shown) continue;
        yield candidate;
      }
      if (nextKey === null) break;
      [key, shown] = [nextKey, 0];
    }
  }
}

interface Step {
  found: Candidate[];
  /** Where to continue; null when this phase is complete. */
  nextKey: string | null;
}

async function byText(
  ctx: ReadCtx,
  kind: ContactKind,
  field: 'phone' | 'email',
  after: string,
): Promise<Step> {
  const column = sql`${sql.ref(field)} collate "C"`;
  const inKind = sql`subscriber_id = ${ctx.subscriberId}::uuid and kind = ${kind} and deleted_at is null and ${sql.ref(field)} <> ''`;
  // Ids are fetched only for the few values that occur twice: aggregating the ids of all contacts would double the
  // time.
  const { rows } = await sql<{ key: string; ids: string[] }>`
    with twice as materialized (select ${column} as key from contacts where ${inKind} and ${column} > ${after}
      group by 1 having count(*) > 1 order by 1 limit ${textStep})
    select twice.key, people.ids from twice cross join lateral (
      select array_agg(id order by id) as ids from (
        select id from contacts where ${inKind} and ${column} = twice.key order by id limit 30) as same) as people
    order by twice.key collate "C"`.execute(ctx.db);
  const distinctPairs = await loadDistinctPairs(
    ctx,
    rows.flatMap((row) => row.ids),
  );
  const found = rows.flatMap(({ key, ids }) =>
    groupPairs(allPairs(ids), distinctPairs).map((group, i) => ({
      place: [field, key, i + 1] as const,
      ids: group,
    })),
  );
  return { found, nextKey: rows.length === textStep ? (rows.at(-1)?.key ?? null) : null };
}

interface NameRow {
  id: string;
  last: string;
  first: string;
}

interface NameStep {
  after: string;
  /** Start at the last name given, not after it. */
  again: boolean;
  count: number;
}

/**
 * Finds similar names among the next `count` contacts in list order and all others with the last of these last names.
 */
async function byName(ctx: ReadCtx, kind: ContactKind, { after, again, count }: NameStep): Promise<Step> {
  const beginning = again ? sql`last_name_key >= ${after}` : sql`last_name_key > ${after}`;
  const inKind = sql`subscriber_id = ${ctx.subscriberId}::uuid and kind = ${kind} and deleted_at is null`;
  const { rows } = await sql<NameRow>`
    with edge as (select last_name_key from contacts where ${inKind} and ${beginning}
      order by last_name_key, first_name_key, id limit 1 offset ${count})
    select id, last_name_key as last, first_name_key as first from contacts
    where ${inKind} and ${beginning} and last_name_key <= coalesce((select last_name_key from edge), last_name_key)
    order by last_name_key, first_name_key, id`.execute(ctx.db);
  const last = rows.at(-1);
  if (!last) return { found: [], nextKey: null };
  const pairs = [...similarPairs(rows), ...(await swappedPairs(ctx, kind, rows))];
  const distinctPairs = await loadDistinctPairs(
    ctx,
    pairs.flatMap((pair) => [...pair]),
  );
  const nameOf = new Map(rows.map((row) => [row.id, row.last]));
  const groupsAt = new Map<string, number>();
  const found = groupPairs(pairs, distinctPairs)
    .map((ids) => ({ ids, name: ids.map((id) => nameOf.get(id) ?? '').find((name) => name !== '') ?? '' }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ ids, name }) => {
      groupsAt.set(name, (groupsAt.get(name) ?? 0) + 1);
      return { ids, place: ['name', name, groupsAt.get(name) ?? 0] as const };
    });
  return { found, nextKey: rows.length > count ? last.last : null };
}

/** Finds contacts with swapped first and last names; reports each pair once, at the name that sorts first. */
async function swappedPairs(ctx: ReadCtx, kind: ContactKind, people: readonly NameRow[]): Promise<Pair[]> {
  const asked = people.filter(({ last, first }) => first !== '' && last < first);
  if (asked.length === 0) return [];
  const { rows } = await sql<{ one: string; other: string }>`
    select asked.id as one, person.id as other
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (id uuid, last text, first text)
    cross join lateral (select id from contacts c
      where c.subscriber_id = ${ctx.subscriberId}::uuid and c.kind = ${kind} and c.deleted_at is null
        and c.last_name_key = asked.first and c.first_name_key = asked.last limit 5) as person`.execute(
    ctx.db,
  );
  return rows.map(({ one, other }) => toOrderedPair(one, other));
}

async function loadDistinctPairs(ctx: ReadCtx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await mine(ctx, 'distinct_contacts')
    .where(sql<boolean>`one_id = any(${[...new Set(ids)]}::uuid[])`)
    .select(['one_id', 'other_id'])
    .execute();
  return new Set(rows.map((row) => toOrderedPair(row.one_id, row.other_id).join()));
}

/** Loads the groups' contacts and what they have in common; drops groups already listed in an earlier phase. */
async function groupsOfAll(
  ctx: ReadCtx,
  kind: ContactKind,
  candidates: readonly Candidate[],
): Promise<{ place: Position; group: DuplicateGroup }[]> {
  if (candidates.length === 0) return [];
  const idsOf = candidates.map(({ ids }) => ids.toSorted().slice(0, maxPeople));
  const all = [...new Set(idsOf.flat())];
  const people = await mine(ctx, 'contacts')
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .where('id', 'in', all)
    .selectAll()
    .execute();
  const counts = await appointmentCounts(ctx, all);
  const byId = new Map(people.map((person) => [person.id, person]));
  return candidates.flatMap((candidate, i) => {
    const members = (idsOf[i] ?? []).flatMap((id) => byId.get(id) ?? []);
    const group = groupOf(candidate, members, counts);
    return group ? [{ place: candidate.place, group }] : [];
  });
}

function groupOf(
  { ids, place }: Candidate,
  people: readonly ContactRow[],
  counts: ReadonlyMap<string, number>,
): DuplicateGroup | null {
  if (people.length < 2) return null;
  const reasons = reasonsOf(people);
  const earlier = phases.slice(0, phases.indexOf(place[0]));
  if (earlier.some((phase) => reasons.includes(phase))) return null;
  const rows = people.map((person) => ({
    ...presentContact(person),
    appointment_count: counts.get(person.id) ?? 0,
  }));
  rows.sort((a, b) => b.appointment_count - a.appointment_count || (a.id < b.id ? -1 : 1));
  return {
    key: sha256Hex(ids.join()).slice(0, 24),
    reasons: reasons.length > 0 ? reasons : [place[0]],
    people: rows,
  };
}

function reasonsOf(people: readonly ContactRow[]): Phase[] {
  const [first] = people;
  if (!first) return [];
  const all = (same: (person: ContactRow) => boolean) => people.every(same);
  return [
    ...(first.phone !== '' && all((person) => person.phone === first.phone) ? (['phone'] as const) : []),
    ...(first.email !== '' && all((person) => person.email === first.email) ? (['email'] as const) : []),
    ...(all((person) => haveSimilarNames(person, first)) ? (['name'] as const) : []),
  ];
}

function haveSimilarNames(one: ContactRow, other: ContactRow): boolean {
  const isSwapped =
    one.last_name_key === foldName(other.first_name) && one.first_name_key === foldName(other.last_name);
  return (
    isSwapped ||
    (one.last_name_key === other.last_name_key &&
      areSimilarFirstNames(one.first_name_key, other.first_name_key))
  );
}

async function appointmentCounts(ctx: ReadCtx, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await mine(ctx, 'appointment_people')
    .where('person_id', 'in', [...ids])
    .select(['person_id', (eb) => eb.fn.count<number>('appointment_id').distinct().as('n')])
    .groupBy('person_id')
    .execute();
  return new Map(rows.map((row) => [row.person_id, row.n]));
}
