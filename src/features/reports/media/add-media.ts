import { asInstant } from '#domain/base/time.ts';
import { photoTime } from '#domain/reports/photos/photo-time.ts';
import { getCompany } from '#features/company/get-company.ts';
import { txWithUploads } from '#features/files/stored-files.ts';
import type { ActionCtx } from '#server/context.ts';
import { type ProcessedPhoto, processPhoto } from '#server/files/photos.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as editing from '../editing-contract.ts';
import { findArrivedMedia, insertMedia, putPicture } from './insert-media.ts';

type Input = HandlerInput<typeof editing.addMedia>;
type Answer = HandlerOutput<typeof editing.addMedia>;

/**
 * Adds a photo to an item, in three sizes and without its GPS position. The browser generates the id; resending changes
 * nothing.
 */
export async function addMedia(ctx: ActionCtx, input: Input): Promise<Answer> {
  const already = await ctx.read((r) => findArrivedMedia(r, input));
  if (already) return already;
  const picture = await processPhoto(new Uint8Array(await input.file.arrayBuffer()), ctx.subscriberId);
  const files = await putPicture(ctx, picture);
  return txWithUploads(ctx, files, async (w) => {
    const { timezone } = await getCompany(w);
    const facts = { kind: 'photo' as const, picture, files, name: input.file.name, duration_ms: null };
    return insertMedia(w, input, { ...facts, time: photoTime(timesOf(input, picture), timezone) });
  });
}

/** What the browser read from the original comes first: the file it sends may be a smaller copy without EXIF. */
function timesOf({ camera_time, camera_offset, file_time }: Input, { camera }: ProcessedPhoto) {
  const sent = camera_time ? { local: camera_time, offset: camera_offset ?? null } : null;
  return { camera: sent ?? camera, file: file_time ? asInstant(file_time) : null };
}
