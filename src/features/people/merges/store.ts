import { sql } from 'kysely';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { decodeCursor, type Page, pageSize, toPage } from '#wire/paging.ts';
import type { ContactKind, ContactRow } from '../present.ts';
import { restoredFrom } from '../restore-contact.ts';
import type { RestoredPerson } from './refresh-recorded-revs.ts';

export interface MergeRow {
  id: string;
  kind: string;
  keep_id: string;
  merge_id: string;
  keep_before: unknown;
  merge_before: unknown;
  keep_after_rev: number;
  created_by: string | null;
  created_at: string;
  undone_at: string | null;
}

/** Locks contacts of a kind until the transaction ends, in a fixed order so that two merges never deadlock. */
export function lockPeople(w: WriteCtx, kind: ContactKind, ids: readonly string[]): Promise<ContactRow[]> {
  return mine(w, 'contacts')
    .where('kind', '=', kind)
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .selectAll()
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Stores a merge with an exact copy of both contacts. */
export async function insert(
  w: WriteCtx,
  {
    kind,
    keep_id,
    merge_id,
    keep_after_rev,
  }: Pick<MergeRow, 'kind' | 'keep_id' | 'merge_id' | 'keep_after_rev'>,
): Promise<string> {
  const id = newId();
  await sql`insert into contact_merges (subscriber_id, id, kind, keep_id, merge_id, keep_before, merge_before, keep_after_rev,
      created_by, created_at)
    select ${w.subscriberId}::uuid, ${id}::uuid, ${kind}, k.id, m.id, to_jsonb(k), to_jsonb(m), ${keep_after_rev}::integer,
      ${w.actor?.userId ?? null}::uuid, ${w.now}::timestamptz
    from contacts k, contacts m
    where k.subscriber_id = ${w.subscriberId}::uuid and k.id = ${keep_id}::uuid
      and m.subscriber_id = ${w.subscriberId}::uuid and m.id = ${merge_id}::uuid`.execute(w.db);
  return id;
}

/** Locks a merge until the transaction ends. */
export function lockMerge(w: WriteCtx, id: string): Promise<MergeRow | undefined> {
  return mine(w, 'contact_merges').where('id', '=', id).selectAll().forUpdate().executeTakeFirst();
}

/** Removes the merged contact from lists. */
export async function hideMergedPerson(w: WriteCtx, id: string): Promise<void> {
  await updateMine(w, 'contacts')
    .set((eb) => ({ deleted_at: w.now, updated_at: w.now, rev: eb('rev', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/**
 * Restores a contact exactly as it was before the merge. Only `rev` grows, so that a form opened in between can't
 * overwrite later changes.
 */
export async function restore(w: WriteCtx, id: string, before: unknown): Promise<RestoredPerson[]> {
  const copy = sql`${JSON.stringify(before)}::jsonb`;
  const { rows } = await sql<RestoredPerson>`update contacts c set ${restoredFrom(copy)}
    where c.subscriber_id = ${w.subscriberId}::uuid and c.id = ${id}::uuid
    returning c.id, (${copy}->>'rev')::integer as "previousRev", c.rev`.execute(w.db);
  return rows;
}

/** Marks a merge as undone. */
export async function markUndone(w: WriteCtx, id: string): Promise<void> {
  await updateMine(w, 'contact_merges').set({ undone_at: w.now }).where('id', '=', id).execute();
}

/** The number of appointments each merge moved, by merge id. */
export async function movedCounts(
  ctx: ReadCtx | WriteCtx,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await mine(ctx, 'merged_references')
    .where('merge_id', 'in', [...ids])
    .where('what', '=', 'appointment_people')
    .select(['merge_id', (eb) => eb.fn.countAll<number>().as('n')])
    .groupBy('merge_id')
    .execute();
  return new Map(rows.map((row) => [row.merge_id, row.n]));
}

/** Merges, latest first. */
export async function page(
  ctx: ReadCtx,
  kind: ContactKind | undefined,
  input: { cursor?: string | undefined; perPage?: number | undefined; limit?: number | undefined },
): Promise<Page<MergeRow>> {
  const perPage = pageSize(input);
  const all = () => {
    const rows = mine(ctx, 'contact_merges');
    return kind === undefined ? rows : rows.where('kind', '=', kind);
  };
  const [after] = decodeCursor(input.cursor, 'id') ?? [];
  const rows = after ? all().where('id', '<', after) : all();
  const found = await rows
    .selectAll()
    .orderBy('id', 'desc')
    .limit(perPage + 1)
    .execute();
  const { total } = await all()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return toPage(found, perPage, (row) => [row.id], total);
}

/** Stores pairs that are known to be different people. */
export async function insertDistinctPairs(
  w: WriteCtx,
  pairs: readonly (readonly [string, string])[],
): Promise<void> {
  await insertMine(
    w,
    'distinct_contacts',
    pairs.map(([one_id, other_id]) => ({
      one_id,
      other_id,
      created_by: w.actor?.userId ?? null,
      created_at: w.now,
    })),
  )
    .onConflict((oc) => oc.doNothing())
    .execute();
}
