import type { ActionCtx, ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';
import type { Download, HandlerInput } from '#wire/route.ts';
import { openThroughGate } from '../access/view-gate.ts';
import { lookInVersion, lookName, lookOfRow, type PhotoLook, publishedLook } from '../looks-store.ts';
import type { getMedia as contract } from '../reading-contract.ts';
import { filesOfLook } from './photo-looks.ts';

type Input = HandlerInput<typeof contract>;
const dayS = 86_400;

/**
 * The picture of a photo, or a video's poster, through a report's link: all photos for the team, published ones for the
 * public. Marks and crop are part of the picture; the original is sent only to the team, and only if it asks for that.
 */
export async function getMedia(ctx: ActionCtx, input: Input): Promise<Download> {
  const { photo, look } = await ctx.read((r) => allowedPhoto(r, input));
  const files = look ? await filesOfLook(ctx, photo, look) : photo;
  const row = await ctx.read((r) => storedFile(r, files[`${input.size}_file_id`]));
  const file = row && (await ctx.files.get(row.storage_key));
  if (!row || !file) throw notFound();
  const isAsAsked = input.original || (input.look ?? null) === (look && lookName(look));
  return {
    filename: `${input.mediaId}.${row.type === 'image/webp' ? 'webp' : 'jpg'}`,
    type: row.type,
    body: file.stream,
    bytes: file.size,
    inline: true,
    etag: row.sha256,
    // The address names another look: it is asked again.
    maxAgeSeconds: isAsAsked ? dayS : 0,
  };
}

/** The photo, and how it looks to this reader; null for its original. */
async function allowedPhoto(ctx: ReadCtx, input: Input) {
  const { report, isTeam } = await openThroughGate(ctx, input, 'view_report');
  const photo = await mine(ctx, 'report_media')
    .where('report_id', '=', report.id)
    .where('public_id', '=', input.mediaId)
    .select(['id', 'large_file_id', 'medium_file_id', 'thumb_file_id', 'annotations', 'edit'])
    .executeTakeFirst();
  if (!photo || (input.original && !isTeam)) throw notFound();
  if (input.original) return { photo, look: null };
  const shown = isTeam ? await lookForTeam() : await publishedLook(ctx, report, photo.id, input.version);
  if (!shown) throw notFound();
  return { photo, look: lookName(shown) === null ? null : shown };

  async function lookForTeam(): Promise<PhotoLook | null> {
    return input.version === undefined
      ? lookOfRow(photo)
      : lookInVersion(ctx, report, photo?.id ?? '', input.version);
  }
}

function storedFile(ctx: ReadCtx, id: string) {
  return mine(ctx, 'stored_files')
    .where('id', '=', id)
    .select(['storage_key', 'type', 'sha256'])
    .executeTakeFirst();
}
