import { asLocal, toInstant, type Zone } from '#domain/time.ts';
import { companyOf } from '#features/company/company-of.ts';
import type { ErrandCtx } from '#server/context.ts';
import { type IntakenPhoto, intakePhoto } from '#server/files/photos.ts';
import { AppError } from '#wire/errors.ts';
import type { Gives, Takes } from '#wire/route.ts';
import type * as editing from './editing-contract.ts';
import { arrivedMedia, insertMedia, putPicture } from './insert-media.ts';

type Input = Takes<typeof editing.addMedia>;
type Answer = Gives<typeof editing.addMedia>;

/** Adds a photo to an item, in three sizes and without its position. The id is the browser's: sending it again changes nothing. */
export async function addMedia(ctx: ErrandCtx, input: Input): Promise<Answer> {
  const already = await ctx.read((r) => arrivedMedia(r, input));
  if (already) return already;
  const picture = await intakePhoto(new Uint8Array(await input.file.arrayBuffer()));
  const files = await putPicture(ctx, picture);
  try {
    return await ctx.tx(async (w) => {
      const { timezone } = await companyOf(w);
      const facts = { kind: 'photo' as const, picture, files, name: input.file.name, duration_ms: null };
      return insertMedia(w, input, { ...facts, taken_at: takenAt(picture, timezone) });
    });
  } catch (error) {
    // Refused by us, hence in no row: nobody would ever name these bytes again.
    if (error instanceof AppError)
      for (const { storage_key } of Object.values(files)) await ctx.files.remove(storage_key);
    throw error;
  }
}

/** When the camera says it was taken; without an offset of its own its clock counts as the company's. */
function takenAt(photo: IntakenPhoto, zone: Zone): string | null {
  if (!photo.takenAt) return null;
  const { local, offset } = photo.takenAt;
  try {
    return offset ? `${local}${offset}` : toInstant({ local: asLocal(local), zone });
  } catch {
    return null;
  }
}
