import type { WriteCtx } from '#server/context.ts';
import type { ContactKind } from '../present.ts';
import { decideRows } from './decide.ts';
import * as store from './store.ts';
import { insertContacts, updateContacts } from './write-contacts.ts';

/** So few that a batch occupies the database for some ten milliseconds. */
export const importBatchSize = 100;

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
    const decisions = await decideRows(w, kind, rows, record.update_existing, (contacts) =>
      store.findMatched(w, id, contacts),
    );
    const created = await insertContacts(w, kind, decisions);
    const updated = await updateContacts(w, decisions);
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
