import { insertFileRow, removeUploads, txWithUploads, uploadFile } from '#features/files/stored-files.ts';
import type { ActionCtx } from '#server/context.ts';
import { insertMine, mine } from '#server/db/scope.ts';
import { drawOnPhoto } from '#server/files/photos.ts';
import { notFound } from '#wire/errors.ts';
import { lookName, type PhotoLook } from '../looks-store.ts';

/** The stored files of a picture in its three sizes. */
export interface PictureFileIds {
  large_file_id: string;
  medium_file_id: string;
  thumb_file_id: string;
}

type Photo = PictureFileIds & { id: string };

/**
 * The files of a photo with these marks and this crop, made when they are first needed. The same look is one row, however
 * many readers ask at once. It is inserted after all sizes are stored, so a killed process leaves no incomplete picture.
 */
export async function filesOfLook(ctx: ActionCtx, photo: Photo, look: PhotoLook): Promise<PictureFileIds> {
  const name = lookName(look);
  if (name === null) return photo;
  const known = await find(ctx, photo.id, name);
  if (known) return known;
  const key = `${photo.id}.${name}`;
  const running = inProgress.get(key) ?? make(ctx, photo, look, name).finally(() => inProgress.delete(key));
  inProgress.set(key, running);
  return running;
}

/** The looks that this process is making: the three sizes of a picture are asked for together. */
const inProgress = new Map<string, Promise<PictureFileIds>>();

async function make(ctx: ActionCtx, photo: Photo, look: PhotoLook, name: string): Promise<PictureFileIds> {
  const original = await originalOf(ctx, photo);
  const drawn = await drawOnPhoto(original, look, ctx.subscriberId);
  const files = {
    large: await uploadFile(ctx, drawn.large),
    medium: await uploadFile(ctx, drawn.medium),
    thumb: await uploadFile(ctx, drawn.thumb),
  };
  const ids = {
    large_file_id: files.large.id,
    medium_file_id: files.medium.id,
    thumb_file_id: files.thumb.id,
  };
  const isFirst = await txWithUploads(ctx, files, async (w) => {
    const row = await insertMine(w, 'report_photo_looks', {
      ...{ media_id: photo.id, look: name, created_at: w.now },
      ...ids,
    })
      .onConflict((oc) => oc.columns(['subscriber_id', 'media_id', 'look']).doNothing())
      .returning('look')
      .executeTakeFirst();
    if (!row) return false;
    for (const file of Object.values(files))
      await insertFileRow(w, file, { purpose: 'report-photo', name: 'photo' });
    return true;
  });
  if (isFirst) return ids;
  // Another process was faster.
  await removeUploads(ctx, files);
  return (await find(ctx, photo.id, name)) ?? ids;
}

function find(ctx: ActionCtx, mediaId: string, look: string): Promise<PictureFileIds | undefined> {
  return ctx.read((r) =>
    mine(r, 'report_photo_looks')
      .where('media_id', '=', mediaId)
      .where('look', '=', look)
      .select(['large_file_id', 'medium_file_id', 'thumb_file_id'])
      .executeTakeFirst(),
  );
}

async function originalOf(ctx: ActionCtx, photo: Photo): Promise<Buffer> {
  const row = await ctx.read((r) =>
    mine(r, 'stored_files').where('id', '=', photo.large_file_id).select('storage_key').executeTakeFirst(),
  );
  const bytes = row && (await ctx.files.readBytes(row.storage_key));
  if (!bytes) throw notFound();
  return bytes;
}
