import { sql } from 'kysely';
import { listMergedReferences, recordMergedReferences } from '#features/people/merged-references.ts';
import type { WriteCtx } from '#server/context.ts';
import { updateMine } from '#server/db/scope.ts';
import { listenInTransaction } from '#server/events.ts';

const what = 'agreement_signatures';

/**
 * After two people are merged, moves the signatures of the merged person to the remaining one, and back when the merge
 * is undone. If both signed an agreement, both signatures stay as they are. The sealed evidence is not changed.
 */
export const moveMergedSignerListeners = [
  listenInTransaction('contact.merged', (w, { merge_id, keep_id, merged_id }) =>
    move(w, merge_id, keep_id, merged_id),
  ),
  listenInTransaction('contact.unmerged', async (w, { merge_id, keep_id, merged_id }) => {
    const moved = (await listMergedReferences(w, merge_id, what)).map(({ row_id }) => row_id);
    if (moved.length === 0) return;
    await updateMine(w, 'agreement_signatures')
      .set({ person_id: merged_id })
      .where('person_id', '=', keep_id)
      .where('id', 'in', moved)
      .execute();
  }),
];

async function move(w: WriteCtx, mergeId: string, keepId: string, mergedId: string): Promise<void> {
  const { rows } = await sql<{ row_id: string }>`
    update agreement_signatures s set person_id = ${keepId}::uuid
    where s.subscriber_id = ${w.subscriberId}::uuid and s.person_id = ${mergedId}::uuid
      and not exists (select from agreement_signatures k where k.subscriber_id = s.subscriber_id
        and k.agreement_id = s.agreement_id and k.person_id = ${keepId}::uuid)
    returning s.id as row_id`.execute(w.db);
  await recordMergedReferences(
    w,
    mergeId,
    what,
    rows.map(({ row_id }) => ({ row_id, dropped: null })),
  );
}
