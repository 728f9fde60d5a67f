import { sql } from 'kysely';
import { forContactFields, type PersonValues } from '#domain/people/contact-fields.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertMine, updateMine } from '#server/db/scope.ts';
import { newId, newPublicId } from '#server/ids.ts';
import type { ContactKind } from '../present.ts';
import { sortAndSearchKeys } from '../store.ts';
import { type Decision, decideRows } from './decide.ts';
import * as store from './store.ts';

export const importBatchSize = 250;

/**
 * Processes the next rows of an import in the caller's transaction and records the result of each. Returns true when no
 * row is pending any more. An import that was undone concurrently is left unchanged.
 */
export async function processBatch(w: WriteCtx, id: string): Promise<boolean> {
  const record = await store.lockImport(w, id);
  if (!record || (record.status !== 'waiting' && record.status !== 'running')) return true;
  const kind = record.kind as ContactKind;
  const rows = await store.nextWaitingRows(w, id, importBatchSize);
  if (rows.length > 0) {
    const taken = await store.affectedContactIds(w, id);
    const decisions = await decideRows(w, kind, rows, record.update_existing, taken);
    const created = await insertAll(w, kind, decisions);
    const updated = await updateAll(w, decisions);
    await store.saveOutcomes(
      w,
      id,
      decisions.map(({ row_no, state, person }) => ({
        row_no,
        result: state,
        contact_id: created.get(row_no) ?? person?.id ?? null,
        before: state === 'update' ? (updated.get(row_no)?.before ?? null) : null,
        after_rev: state === 'new' ? 1 : (updated.get(row_no)?.rev ?? null),
      })),
    );
  }
  if (rows.length === importBatchSize) return false;
  await store.markFinished(w, id);
  await w.emit({ type: 'contacts.imported', import_id: id });
  return true;
}

async function insertAll(
  w: WriteCtx,
  kind: ContactKind,
  all: readonly Decision[],
): Promise<Map<number, string>> {
  const made = all.filter((each) => each.state === 'new').map((each) => ({ ...each, id: newId() }));
  if (made.length === 0) return new Map();
  await insertMine(
    w,
    'contacts',
    made.map(({ id, given }) => ({
      id,
      public_id: newPublicId(),
      kind,
      // Every row of one statement must name the same columns.
      ...forContactFields((field) => given.values[field] ?? ''),
      notes: given.notes ?? '',
      tags: given.tags ?? [],
      ...sortAndSearchKeys(given.values),
      created_at: w.now,
      updated_at: w.now,
    })),
  ).execute();
  return new Map(made.map(({ row_no, id }) => [row_no, id]));
}

interface Updated {
  before: unknown;
  rev: number;
}

async function updateAll(w: WriteCtx, all: readonly Decision[]): Promise<Map<number, Updated>> {
  const updated = new Map<number, Updated>();
  for (const { row_no, state, person, changes } of all) {
    if (state !== 'update' || !person) continue;
    const before = await wholeRow(w, person.id);
    const rev = before.rev + 1;
    await updateMine(w, 'contacts')
      .set({
        ...changes,
        ...sortAndSearchKeys({ ...before, ...changes }),
        rev,
        updated_at: w.now,
      })
      .where('id', '=', person.id)
      .execute();
    updated.set(row_no, { before, rev });
  }
  return updated;
}

/** Locks the contact's row and returns it as stored, to the microsecond. */
async function wholeRow(w: WriteCtx, id: string): Promise<PersonValues & { rev: number }> {
  const { rows } = await sql<{
    row: PersonValues & { rev: number };
  }>`select to_jsonb(c) as row from contacts c
    where c.subscriber_id = ${w.subscriberId}::uuid and c.id = ${id}::uuid for update`.execute(w.db);
  if (!rows[0]) throw new Error('an imported contact no longer exists');
  return rows[0].row;
}
