import type { ActionCtx, ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';
import type { Download, HandlerInput } from '#wire/route.ts';
import { openThroughGate } from '../access/view-gate.ts';
import { publishedLook } from '../looks-store.ts';
import type { getVideo as contract } from '../reading-contract.ts';
import { bytesBetween, partsOf } from './storage/parts.ts';

type Input = HandlerInput<typeof contract>;
const dayS = 86_400;
const endings: Record<string, string> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
};

/** Serves a video, or a byte range of it, through a report's link and the same gate as the report's photos. */
export async function getVideo(ctx: ActionCtx, input: Input): Promise<Download> {
  const { id, type, bytes, parts } = await ctx.read((r) => allowedVideo(r, input));
  return {
    filename: `${input.mediaId}.${endings[type] ?? 'bin'}`,
    type,
    body: { between: (start, end) => bytesBetween(ctx.files, parts, start, end) },
    bytes,
    inline: true,
    // A finished video never changes.
    etag: id,
    maxAgeSeconds: dayS,
  };
}

async function allowedVideo(ctx: ReadCtx, input: Input) {
  const { report, isTeam } = await openThroughGate(ctx, input, 'view_report');
  const row = await mine(ctx, 'report_media')
    // The copy in a re-inspection shares the poster of its original, and so its video.
    .innerJoin('report_media as original', (on) =>
      on
        .onRef('original.subscriber_id', '=', 'report_media.subscriber_id')
        .onRef('original.large_file_id', '=', 'report_media.large_file_id'),
    )
    .innerJoin('report_videos', (on) =>
      on
        .onRef('report_videos.subscriber_id', '=', 'original.subscriber_id')
        .onRef('report_videos.id', '=', 'original.id'),
    )
    .where('report_media.report_id', '=', report.id)
    .where('report_media.public_id', '=', input.mediaId)
    .where('report_media.kind', '=', 'video')
    .where('finished_at', 'is not', null)
    .select(['report_media.id', 'original.id as video_id', 'report_videos.type', 'report_videos.bytes'])
    .executeTakeFirst();
  if (!row?.type || (!isTeam && !(await publishedLook(ctx, report, row.id, input.version)))) throw notFound();
  return { ...row, type: row.type, parts: await partsOf(ctx, row.video_id) };
}
