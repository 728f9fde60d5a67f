import type { WriteCtx } from '#server/context.ts';
import { AppError, notFound } from '#wire/errors.ts';
import type { HandlerOutput } from '#wire/route.ts';
import type { undoMerge as route } from './merge-contract.ts';
import { refreshRecordedRevs } from './merges/refresh-recorded-revs.ts';
import * as merges from './merges/store.ts';
import { type ContactKind, presentContact } from './present.ts';
import * as store from './store.ts';

/**
 * Undoes a merge: the merged contact is restored and moved references point to it again. The remaining contact is
 * restored too, byte for byte except for `rev`, unless it was changed since: then its current fields stay. Throws
 * CONFLICT for a second undo and if the remaining contact was deleted or merged in the meantime.
 */
export async function undoMerge(w: WriteCtx, id: string): Promise<HandlerOutput<typeof route>> {
  const merge = await merges.lockMerge(w, id);
  if (!merge) throw notFound();
  if (merge.undone_at) throw new AppError('CONFLICT', 'This merge has already been undone', {});
  const kind = merge.kind as ContactKind;
  const [keep] = await merges.lockPeople(w, kind, [merge.keep_id]);
  if (!keep)
    throw new AppError(
      'CONFLICT',
      'The merge can’t be undone because the merged person no longer exists',
      {},
    );
  const isUnchanged = keep.rev === merge.keep_after_rev;
  const back = isUnchanged ? await merges.restore(w, merge.keep_id, merge.keep_before) : [];
  back.push(...(await merges.restore(w, merge.merge_id, merge.merge_before)));
  await merges.markUndone(w, id);
  await refreshRecordedRevs(w, back, null);
  await w.emit({ type: 'contact.unmerged', merge_id: id, keep_id: merge.keep_id, merged_id: merge.merge_id });
  const person = await store.byId(w, kind, merge.keep_id);
  const restored = await store.byId(w, kind, merge.merge_id);
  if (!person || !restored) throw notFound();
  await w.audit({
    action: 'undo-merge',
    entity: kind,
    entity_id: merge.keep_id,
    after: { restored: merge.merge_id },
  });
  return { person: presentContact(person), restored: presentContact(restored) };
}
