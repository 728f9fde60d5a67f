import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import { AppError, badInput } from '#wire/errors.ts';
import type { VideoPart, VideoRow } from './parts.ts';

// Every broken connection leaves a part, but no client sends a video byte by byte.
const mostParts = 4000;
// More than anyone records at once; each may occupy 200 MB for two days.
const mostUnfinished = 50;

/**
 * Inserts the row of a new upload. Returns false if the id is taken. Refuses users with too many unfinished uploads.
 */
export async function beginVideo(
  w: WriteCtx,
  report_id: string,
  id: string,
  bytes: number,
): Promise<boolean> {
  const created_by = w.requireUser().userId;
  const { numInsertedOrUpdatedRows } = await insertMine(w, 'report_videos', {
    id,
    report_id,
    created_by,
    bytes,
    created_at: w.now,
    touched_at: w.now,
  })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  const { many } = await mine(w, 'report_videos')
    .where('created_by', '=', created_by)
    .where('finished_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('many'))
    .executeTakeFirstOrThrow();
  // Temporary: unfinished uploads complete or expire.
  if (many > mostUnfinished)
    throw new AppError('RATE_LIMITED', 'Too many videos are uploading. Try again later.', {
      retryAfter: 600,
    });
  return true;
}

/** Whether a video with this id was abandoned but not completely deleted yet. */
export async function isBeingDeleted(r: ReadCtx, id: string): Promise<boolean> {
  const row = await mine(r, 'report_videos')
    .where('id', '=', id)
    .where('dropped_at', 'is not', null)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Registers a part before its file is written. Returns false if its bytes have already arrived, or the upload is gone.
 */
export async function reservePart(w: WriteCtx, row: VideoRow, part: VideoPart): Promise<boolean> {
  // Locked, so that a concurrent abandon either sees this file or is seen here.
  const held = await waiting(w, row, part.start).select('id').forNoKeyUpdate().executeTakeFirst();
  if (!held) return false;
  const { many } = await mine(w, 'report_video_parts')
    .where('video_id', '=', row.id)
    .select((eb) => eb.fn.countAll<number>().as('many'))
    .executeTakeFirstOrThrow();
  if (many >= mostParts) throw badInput({ file: 'The video was uploaded in too many parts' });
  await insertMine(w, 'report_video_parts', { video_id: row.id, ...part }).execute();
  return true;
}

/** Adds a written part to the video. Returns false if a concurrent request was faster, or the upload is gone. */
export async function commitPart(w: WriteCtx, row: VideoRow, part: VideoPart): Promise<boolean> {
  const held = await waiting(w, row, part.start).select('id').forNoKeyUpdate().executeTakeFirst();
  if (!held) return false;
  const { numUpdatedRows } = await updateMine(w, 'report_video_parts')
    .set({ has_arrived: true })
    .where('storage_key', '=', part.storage_key)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) return false;
  await updateMine(w, 'report_videos')
    .set({ received: part.start + part.bytes, touched_at: w.now })
    .where('id', '=', row.id)
    .execute();
  return true;
}

/** The video, if it still expects the bytes from `start`. */
function waiting(w: WriteCtx, { id, report_id }: VideoRow, start: number) {
  return mine(w, 'report_videos')
    .where('report_id', '=', report_id)
    .where('id', '=', id)
    .where('received', '=', start)
    .where('finished_at', 'is', null)
    .where('dropped_at', 'is', null);
}
