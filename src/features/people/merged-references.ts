import type { WriteCtx } from '#server/context.ts';
import { insertMine, mine } from '#server/db/scope.ts';

/**
 * A row of another feature that referenced the merged contact. `dropped` is the whole row where it could not be moved.
 */
export interface MergedReference {
  row_id: string;
  dropped: unknown;
}

/** Records how a merge changed a feature's rows, so that the feature can revert it. `what` names the table. */
export async function recordMergedReferences(
  w: WriteCtx,
  mergeId: string,
  what: string,
  references: readonly MergedReference[],
): Promise<void> {
  if (references.length === 0) return;
  await insertMine(
    w,
    'merged_references',
    references.map(({ row_id, dropped }) => ({
      merge_id: mergeId,
      what,
      row_id,
      dropped: dropped === null ? null : JSON.stringify(dropped),
    })),
  ).execute();
}

/** What a feature recorded for a merge. */
export function listMergedReferences(w: WriteCtx, mergeId: string, what: string): Promise<MergedReference[]> {
  return mine(w, 'merged_references')
    .where('merge_id', '=', mergeId)
    .where('what', '=', what)
    .select(['row_id', 'dropped'])
    .execute();
}
