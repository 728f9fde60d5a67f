import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { processPhoto } from '#server/files/photos.ts';
import { refuseInfected } from '#server/files/refuse-infected.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as editing from '../editing-contract.ts';
import { findArrivedMedia, insertMedia, putPicture } from '../media/insert-media.ts';
import { maxVideoMs, notAVideoMessage, type VideoFacts, videoFacts } from './storage/container.ts';
import { defaultPoster } from './storage/default-poster.ts';
import { deleteVideo } from './storage/delete-video.ts';
import { bytesBetween, partsOf, readerOf, type VideoPart, type VideoRow, videoRow } from './storage/parts.ts';

type Input = HandlerInput<typeof editing.addVideo>;
type Answer = HandlerOutput<typeof editing.addVideo>;

/**
 * Adds an uploaded video to its report once it is complete and valid: a video by its content and at most three minutes
 * long. Deletes an invalid one. Adding it again changes nothing.
 */
export async function addVideo(ctx: ActionCtx, input: Input): Promise<Answer> {
  const { already, row, parts } = await ctx.read(async (r) => ({
    already: await findArrivedMedia(r, input),
    row: await videoRow(r, input.id, input.media_id),
    parts: await partsOf(r, input.media_id),
  }));
  if (already) return already;
  if (row?.created_by !== ctx.requireUser().userId) throw notFound();
  if (row.received < row.bytes) {
    throw new AppError('CONFLICT', 'The video hasn’t finished uploading yet', { received: row.received });
  }
  await refuseInfectedVideo(ctx, input, row, parts);
  const facts = await acceptable(
    ctx,
    row,
    await videoFacts(readerOf(ctx.files, parts, row.bytes), row.bytes),
  );
  const given = input.poster && new Uint8Array(await input.poster.arrayBuffer());
  const picture = await processPhoto(given ?? (await defaultPoster()), ctx.subscriberId);
  const files = await putPicture(ctx, picture);
  return ctx.tx(async (w) => {
    await holdWhole(w, row);
    const stored = { picture, files, name: input.name ?? '', duration_ms: facts.duration_ms };
    const answer = await insertMedia(w, input, {
      kind: 'video',
      time: { taken_at: null, time_source: null },
      ...stored,
    });
    await updateMine(w, 'report_videos')
      .set({ type: facts.type, finished_at: w.now })
      .where('id', '=', row.id)
      .execute();
    return answer;
  });
}

/** Locks the complete video. A concurrent abandon either came first (NOT_FOUND) or will find it added to the report. */
async function holdWhole(w: WriteCtx, { id, report_id, created_by, bytes }: VideoRow): Promise<void> {
  const row = await mine(w, 'report_videos')
    .where('id', '=', id)
    .where('report_id', '=', report_id)
    .where('created_by', '=', created_by)
    .where('received', '=', bytes)
    .where('dropped_at', 'is', null)
    .select('id')
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
}

/** An infected video is deleted; one that could not be scanned stays, so that adding it can be repeated. */
async function refuseInfectedVideo(
  ctx: ActionCtx,
  { name }: Input,
  row: VideoRow,
  parts: readonly VideoPart[],
): Promise<void> {
  const read = () => bytesBetween(ctx.files, parts, 0, row.bytes - 1);
  try {
    const file = { name: name || 'video', field: 'file', company: ctx.subscriberId, read };
    await refuseInfected({ scanner: ctx.external.scanner, log: ctx.log }, file);
  } catch (error) {
    if (error instanceof AppError && error.type !== 'UNAVAILABLE') await deleteVideo(ctx, row.id);
    throw error;
  }
}

async function acceptable(
  ctx: ActionCtx,
  row: VideoRow,
  facts: Awaited<ReturnType<typeof videoFacts>>,
): Promise<VideoFacts> {
  if (facts && facts !== 'cut' && facts.duration_ms <= maxVideoMs) return facts;
  await deleteVideo(ctx, row.id);
  if (facts === 'cut') throw badInput({ file: 'The video is incomplete. Upload the whole file again.' });
  if (facts) throw badInput({ file: 'The video is longer than 3 minutes' });
  throw new AppError('UNSUPPORTED_FILE', notAVideoMessage);
}
