import { sql } from 'kysely';
import type { WriteCtx } from '#server/context.ts';

/** Contacts per statement. */
const batchSize = 250;

/** A restored contact: its rev before the undone change, which never comes back, and its current one. */
export interface RestoredPerson {
  id: string;
  previousRev: number;
  rev: number;
}

/**
 * Records the new revs of restored contacts in the older imports and merges that had left them in this state, so that
 * those can still be undone. The import being undone doesn't need it.
 */
export async function refreshRecordedRevs(
  w: WriteCtx,
  restored: readonly RestoredPerson[],
  undoneImportId: string | null,
): Promise<void> {
  if (restored.length === 0) return;
  // In parts: right after an import the planner has no statistics about its rows.
  for (let from = 0; from < restored.length; from += batchSize) {
    const part = restored.slice(from, from + batchSize);
    const ids = part.map((one) => one.id);
    const changed = sql`unnest(${ids}::uuid[], ${part.map((one) => one.previousRev)}::integer[],
      ${part.map((one) => one.rev)}::integer[]) as n (id, former, rev)`;
    await sql`update import_rows o set after_rev = n.rev from ${changed}
      where o.subscriber_id = ${w.subscriberId}::uuid and o.import_id is distinct from ${undoneImportId}::uuid
        and o.contact_id = any(${ids}::uuid[]) and o.contact_id = n.id and o.after_rev = n.former`.execute(
      w.db,
    );
    await sql`update contact_merges m set keep_after_rev = n.rev from ${changed}
      where m.subscriber_id = ${w.subscriberId}::uuid and m.undone_at is null
        and m.keep_id = any(${ids}::uuid[]) and m.keep_id = n.id and m.keep_after_rev = n.former`.execute(
      w.db,
    );
  }
}
