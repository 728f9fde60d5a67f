import { sql } from 'kysely';
import type { WriteCtx } from '#server/context.ts';
import { updateMine } from '#server/db/scope.ts';
import { AppError, notFound } from '#wire/errors.ts';
import type { ImportRun, ImportUndoSkip } from './import-contract.ts';
import { getImportProgress } from './import-people.ts';
import * as store from './imports/store.ts';
import { type RestoredPerson, refreshRecordedRevs } from './merges/refresh-recorded-revs.ts';
import { restoredFrom } from './restore-contact.ts';

/**
 * Undoes an import, also one that is still running: its remaining rows are not processed. Deletes the contacts it
 * created and restores the ones it changed byte for byte except for `rev`, which keeps growing so that a form opened in
 * between can't silently overwrite them. Contacts that were since changed, used on an appointment, merged or deleted
 * are left unchanged and listed. A second undo is CONFLICT.
 */
export async function undoImport(w: WriteCtx, id: string): Promise<ImportRun> {
  const record = await store.lockImport(w, id);
  if (!record) throw notFound();
  if (record.status === 'undone') throw new AppError('CONFLICT', 'This import has already been undone', {});
  if (record.rows_deleted_at)
    throw new AppError(
      'CONFLICT',
      'The rows of this import were deleted, so it can’t be undone any more',
      {},
    );
  const skipped = await listSkipped(w, id);
  const removed = await removeCreated(w, id);
  const restored = await restoreUpdated(w, id);
  await updateMine(w, 'imports')
    .set({
      status: 'undone',
      undone_at: w.now,
      finished_at: record.finished_at ?? w.now,
      undo: JSON.stringify({ removed, restored, kept: skipped }),
    })
    .where('id', '=', id)
    .execute();
  await w.audit({ action: 'undo-import', entity: record.kind, entity_id: id, after: { removed, restored } });
  await w.emit({ type: 'contacts.import_undone', import_id: id });
  return getImportProgress(w, id);
}

/** Not referenced by any appointment or merge. */
const isUnused = sql`not exists (select from appointment_people p
    where p.subscriber_id = c.subscriber_id and p.person_id = c.id)
  and not exists (select from contact_merges m where m.subscriber_id = c.subscriber_id and (m.keep_id = c.id or m.merge_id = c.id))`;

async function listSkipped(w: WriteCtx, id: string): Promise<ImportUndoSkip[]> {
  const { rows } = await sql<ImportUndoSkip>`
    select r.row_no as row, r.contact_id, trim(concat_ws(' ', c.first_name, c.last_name)) as name,
      case when c.id is null or c.deleted_at is not null then 'gone'
        when c.rev <> r.after_rev then 'changed' else 'used' end as reason
    from import_rows r left join contacts c on c.subscriber_id = r.subscriber_id and c.id = r.contact_id
    where r.subscriber_id = ${w.subscriberId}::uuid and r.import_id = ${id}::uuid and r.result in ('new', 'update')
      and (c.id is null or c.deleted_at is not null or c.rev <> r.after_rev or (r.result = 'new' and not (${isUnused})))
    order by r.row_no`.execute(w.db);
  return rows;
}

/** Rows undone per statement. */
const batchSize = 250;

interface Reached {
  row_no: number;
  contact_id: string;
}

/**
 * Runs an operation on the contacts of rows with this result, a few hundred at a time, and returns the total. Right
 * after an import the planner has no statistics about the new rows and would compare all contacts with all rows; parts
 * with explicit ids prevent that.
 */
async function inBatches(
  w: WriteCtx,
  id: string,
  result: 'new' | 'update',
  act: (ids: string[], first: number, last: number) => Promise<bigint>,
): Promise<number> {
  const { rows } = await sql<Reached>`select row_no, contact_id from import_rows
    where subscriber_id = ${w.subscriberId}::uuid and import_id = ${id}::uuid and result = ${result} and contact_id is not null
    order by row_no`.execute(w.db);
  let count = 0n;
  for (let from = 0; from < rows.length; from += batchSize) {
    const part = rows.slice(from, from + batchSize);
    const [first, last] = [part[0]?.row_no ?? 0, part.at(-1)?.row_no ?? 0];
    const ids = part.map((row) => row.contact_id);
    count += await act(ids, first, last);
  }
  return Number(count);
}

function removeCreated(w: WriteCtx, id: string): Promise<number> {
  return inBatches(w, id, 'new', async (ids, first, last) => {
    const { numAffectedRows } = await sql`
      delete from contacts c using import_rows r
      where r.subscriber_id = ${w.subscriberId}::uuid and r.import_id = ${id}::uuid and r.result = 'new'
        and r.row_no between ${first} and ${last} and c.id = any(${ids}::uuid[])
        and c.subscriber_id = r.subscriber_id and c.id = r.contact_id and c.rev = r.after_rev and c.deleted_at is null
        and ${isUnused}`.execute(w.db);
    return numAffectedRows ?? 0n;
  });
}

async function restoreUpdated(w: WriteCtx, id: string): Promise<number> {
  const restored: RestoredPerson[] = [];
  const count = await inBatches(w, id, 'update', async (ids, first, last) => {
    const { rows } = await sql<RestoredPerson>`
      update contacts c set ${restoredFrom(sql`r.before`)}
      from import_rows r
      where r.subscriber_id = ${w.subscriberId}::uuid and r.import_id = ${id}::uuid and r.result = 'update'
        and r.row_no between ${first} and ${last} and c.id = any(${ids}::uuid[])
        and c.subscriber_id = r.subscriber_id and c.id = r.contact_id and c.rev = r.after_rev and c.deleted_at is null
      returning c.id, (r.before->>'rev')::integer as "previousRev", c.rev`.execute(w.db);
    restored.push(...rows);
    return BigInt(rows.length);
  });
  await refreshRecordedRevs(w, restored, id);
  return count;
}
