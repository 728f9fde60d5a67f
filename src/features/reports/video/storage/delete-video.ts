import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { deleteMine, mine, updateMine } from '#server/db/scope.ts';

/**
 * Deletes a video that was never added to its report, including its files; one that was added is left alone. A repeat
 * resumes after a crash: rows are deleted after their files.
 */
export async function deleteVideo(ctx: ActionCtx, id: string): Promise<void> {
  const keys = await ctx.tx(async (w) => ((await mark(w, id)) ? keysOf(w, id) : null));
  if (!keys) return;
  for (const key of keys) await ctx.files.remove(key);
  await ctx.tx((w) =>
    deleteMine(w, 'report_videos').where('id', '=', id).where('dropped_at', 'is not', null).execute(),
  );
}

/**
 * Deletes files of a finished video that never became part of it, after a crash or when a concurrent request was
 * faster.
 */
export async function deleteOrphanedParts(ctx: ActionCtx, id: string): Promise<void> {
  const rows = await ctx.read((r) =>
    mine(r, 'report_video_parts')
      .where('video_id', '=', id)
      .where('has_arrived', '=', false)
      .select('storage_key')
      .execute(),
  );
  for (const { storage_key } of rows) await deleteOrphanedPart(ctx, storage_key);
}

/** Deletes a part unless it has become part of its video. */
export async function deleteOrphanedPart(ctx: ActionCtx, key: string): Promise<void> {
  // Locked: only now is it certain whether a writer that lost its database connection committed.
  const row = await ctx.tx((w) =>
    mine(w, 'report_video_parts')
      .where('storage_key', '=', key)
      .select('has_arrived')
      .forUpdate()
      .executeTakeFirst(),
  );
  if (row?.has_arrived) return;
  await ctx.files.remove(key);
  await ctx.tx((w) =>
    deleteMine(w, 'report_video_parts')
      .where('storage_key', '=', key)
      .where('has_arrived', '=', false)
      .execute(),
  );
}

/** Marks the video as dropped, so that nothing is added to it. Returns whether there is anything to delete. */
async function mark(w: WriteCtx, id: string): Promise<boolean> {
  const marked = await updateMine(w, 'report_videos')
    .set((eb) => ({ dropped_at: eb.fn.coalesce('dropped_at', eb.val(w.now)) }))
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

async function keysOf(w: WriteCtx, id: string): Promise<string[]> {
  const rows = await mine(w, 'report_video_parts').where('video_id', '=', id).select('storage_key').execute();
  return rows.map((row) => row.storage_key);
}
