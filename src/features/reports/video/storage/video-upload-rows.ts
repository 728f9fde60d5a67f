import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { AppError, badInput } from '#wire/errors.ts';
import type { VideoPart, VideoRow } from './parts.ts';

// Of broken connections each leaves a part; nobody sends a video byte by byte.
const mostParts = 4000;
// Nobody films that many at once; each may leave 200 MB for two days.
const mostUnfinished = 50;

/** A row for an upload that begins; false where the id is taken. Refuses who has too many on their way. */
export async function beginVideo(
  w: WriteCtx,
  report_id: string,
  id: string,
  bytes: number,
): Promise<boolean> {
  const created_by = w.requireUser().userId;
  const { numInsertedOrUpdatedRows } = await w.db
    .insertInto('report_videos')
    .values({
      subscriber_id: w.subscriberId,
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
  // Not final: those under way arrive or expire.
  if (many > mostUnfinished)
    throw new AppError('RATE_LIMITED', 'Too many videos are uploading. Try again later.', {
      retryAfter: 600,
    });
  return true;
}

/** Was a video of this id given up that is not gone yet? */
export async function isBeingDeleted(r: ReadCtx, id: string): Promise<boolean> {
  const row = await mine(r, 'report_videos')
    .where('id', '=', id)
    .where('dropped_at', 'is not', null)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Names a part whose file is about to be written; false where its bytes are there already, or the upload is gone. */
export async function reservePart(w: WriteCtx, row: VideoRow, part: VideoPart): Promise<boolean> {
  // Held, so that whoever gives the video up meanwhile knows of this file or is known here.
  const held = await waiting(w, row, part.start).select('id').forNoKeyUpdate().executeTakeFirst();
  if (!held) return false;
  const { many } = await mine(w, 'report_video_parts')
    .where('video_id', '=', row.id)
    .select((eb) => eb.fn.countAll<number>().as('many'))
    .executeTakeFirstOrThrow();
  if (many >= mostParts) throw badInput({ file: 'The video was uploaded in too many parts' });
  await w.db
    .insertInto('report_video_parts')
    .values({ subscriber_id: w.subscriberId, video_id: row.id, ...part })
    .execute();
  return true;
}

/** Makes a part whose file is written part of the video; false where somebody else was quicker, or the upload is gone. */
export async function commitPart(w: WriteCtx, row: VideoRow, part: VideoPart): Promise<boolean> {
  const held = await waiting(w, row, part.start).select('id').forNoKeyUpdate().executeTakeFirst();
  if (!held) return false;
  const { numUpdatedRows } = await w.db
    .updateTable('report_video_parts')
    .set({ has_arrived: true })
    .where('subscriber_id', '=', w.subscriberId)
    .where('storage_key', '=', part.storage_key)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) return false;
  await w.db
    .updateTable('report_videos')
    .set({ received: part.start + part.bytes, touched_at: w.now })
    .where('subscriber_id', '=', w.subscriberId)
    .where('id', '=', row.id)
    .execute();
  return true;
}

/** The video as long as it waits for the bytes from `start`. */
function waiting(w: WriteCtx, { id, report_id }: VideoRow, start: number) {
  return mine(w, 'report_videos')
    .where('report_id', '=', report_id)
    .where('id', '=', id)
    .where('received', '=', start)
    .where('finished_at', 'is', null)
    .where('dropped_at', 'is', null);
}
