import type { ActionCtx, ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';
import type { Download, HandlerInput } from '#wire/route.ts';
import { isMediaPublished } from '../access/is-media-published.ts';
import { openThroughGate } from '../access/view-gate.ts';
import type { getMedia as contract } from '../reading-contract.ts';

type Input = HandlerInput<typeof contract>;
const dayS = 86_400;

/**
 * The picture of a photo, or a video's poster, through a report's link: all photos for the team, published ones for the
 * public.
 */
export async function getMedia(ctx: ActionCtx, input: Input): Promise<Download> {
  const row = await ctx.read((r) => allowedPhoto(r, input));
  const file = await ctx.files.get(row.storage_key);
  if (!file) throw notFound();
  return {
    filename: `${input.mediaId}.${row.type === 'image/webp' ? 'webp' : 'jpg'}`,
    type: row.type,
    body: file.stream,
    bytes: file.size,
    inline: true,
    etag: row.sha256,
    maxAgeSeconds: dayS,
  };
}

async function allowedPhoto(ctx: ReadCtx, input: Input) {
  const { report, isTeam } = await openThroughGate(ctx, input, 'view_report');
  const photo = await mine(ctx, 'report_media')
    .where('report_id', '=', report.id)
    .where('public_id', '=', input.mediaId)
    .select(['id', 'large_file_id', 'medium_file_id', 'thumb_file_id'])
    .executeTakeFirst();
  if (!photo) throw notFound();
  if (!isTeam && !(await isMediaPublished(ctx, report, photo.id, input.version))) throw notFound();
  const row = await mine(ctx, 'stored_files')
    .where('id', '=', photo[`${input.size}_file_id`])
    .select(['storage_key', 'type', 'sha256'])
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
