import { addHours, asInstant, isBefore } from '#domain/base/time.ts';
import { mine } from '#server/db/scope.ts';
import { job } from '#server/jobs.ts';
import { deleteOrphanedParts, deleteVideo } from './storage/delete-video.ts';

/** How long an upload without progress is stored. */
export const uploadRetentionHours = 48;

/** Deletes a video whose upload stopped or was abandoned. Runs again later while the upload makes progress. */
export const deleteAbandonedVideo = job<{ report_id: string; video_id: string }>(
  'reports/drop-abandoned-video',
  async (ctx, data) => {
    const row = await ctx.read((r) =>
      mine(r, 'report_videos')
        .where('id', '=', data.video_id)
        .select(['id', 'touched_at', 'finished_at', 'dropped_at'])
        .executeTakeFirst(),
    );
    if (!row) return;
    if (row.finished_at) return deleteOrphanedParts(ctx, row.id);
    const runAt = addHours(asInstant(row.touched_at), uploadRetentionHours);
    if (row.dropped_at || !isBefore(ctx.now, runAt)) return deleteVideo(ctx, row.id);
    await ctx.tx((w) => w.enqueue(deleteAbandonedVideo, data, { key: row.id, runAt }));
  },
);
