import { addHours, asInstant, isBefore } from '#domain/time.ts';
import { job } from '#server/jobs.ts';
import { dropVideo, videoRow } from './video/parts.ts';

/** How long an upload that stands still is kept. */
export const keptHours = 48;

/** Forgets a video that nobody went on sending; asks again later while it moves. */
export const dropAbandonedVideo = job<{ report_id: string; video_id: string }>(
  'reports/drop-abandoned-video',
  async (ctx, data) => {
    const row = await ctx.read((r) => videoRow(r, data.report_id, data.video_id));
    if (!row || row.finished_at) return;
    const runAt = addHours(asInstant(row.touched_at), keptHours);
    if (!isBefore(ctx.now, runAt)) return dropVideo(ctx, row.id);
    await ctx.tx((w) => w.enqueue(dropAbandonedVideo, data, { key: row.id, runAt }));
  },
);
