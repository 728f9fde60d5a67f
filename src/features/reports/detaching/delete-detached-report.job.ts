import { sql } from 'kysely';
import { isBefore } from '#domain/base/time.ts';
import { deletedForGoodAt } from '#domain/reports/detached.ts';
import { ownKeys } from '#features/files/copy-file-rows.ts';
import { deleteFileRows } from '#features/files/stored-files.ts';
import { revokePublicLinks } from '#features/links/public-links.ts';
import type { ActionCtx, ReadCtx, WriteCtx } from '#server/context.ts';
import { deleteMine, mine, updateMine } from '#server/db/scope.ts';
import { job } from '#server/jobs.ts';

/**
 * Deletes a detached report for good when its time has come or a user has decided so: first it is out of reach, then its
 * files go, then its rows. Resumes after a crash.
 */
export const deleteDetachedReport = job<{ report_id: string }>(
  'reports/delete-detached',
  async (ctx, { report_id }) => {
    if (!(await ctx.tx((w) => claim(w, report_id)))) return;
    const files = await ctx.read((r) => filesOf(r, report_id));
    await removeBytes(ctx, report_id, files);
    await ctx.tx(async (w) => {
      await deleteFileRows(w, files);
      await revokePublicLinks(w, 'report', report_id);
      await deleteMine(w, 'reports').where('id', '=', report_id).execute();
    });
  },
  { retryLimit: 5, concurrency: 1 },
);

/** Marks the report as deleted. False for one that was restored, published, or detached again since. */
async function claim(w: WriteCtx, reportId: string): Promise<boolean> {
  const report = await mine(w, 'reports')
    .where('id', '=', reportId)
    .select(['detached_at', 'deleted_at', 'first_published_at'])
    .forUpdate()
    .executeTakeFirst();
  if (!report || report.detached_at === null || report.first_published_at !== null) return false;
  if (report.deleted_at !== null) return true;
  const due = deletedForGoodAt(report);
  if (due === null || isBefore(w.now, due)) return false;
  await updateMine(w, 'reports').set({ deleted_at: w.now }).where('id', '=', reportId).execute();
  return true;
}

async function filesOf(r: ReadCtx, reportId: string): Promise<string[]> {
  const media = await mine(r, 'report_media')
    .where('report_id', '=', reportId)
    // A copy of the photo in another report shows the same files.
    .where(
      sql<boolean>`not exists (select from report_media other where other.subscriber_id = report_media.subscriber_id
        and other.large_file_id = report_media.large_file_id and other.report_id <> report_media.report_id)`,
    )
    .select(['large_file_id', 'medium_file_id', 'thumb_file_id'])
    .execute();
  const looks = await mine(r, 'report_photo_looks')
    .innerJoin('report_media', (on) =>
      on
        .onRef('report_media.subscriber_id', '=', 'report_photo_looks.subscriber_id')
        .onRef('report_media.id', '=', 'report_photo_looks.media_id'),
    )
    .where('report_media.report_id', '=', reportId)
    .select([
      'report_photo_looks.large_file_id',
      'report_photo_looks.medium_file_id',
      'report_photo_looks.thumb_file_id',
    ])
    .execute();
  const report = await mine(r, 'reports')
    .where('id', '=', reportId)
    .select(['pdf_full_file_id', 'pdf_summary_file_id'])
    .executeTakeFirst();
  return [
    ...[...media, ...looks].flatMap((row) => [row.large_file_id, row.medium_file_id, row.thumb_file_id]),
    ...[report?.pdf_full_file_id, report?.pdf_summary_file_id].filter((id) => id != null),
  ];
}

async function removeBytes(ctx: ActionCtx, reportId: string, files: readonly string[]): Promise<void> {
  const keys = await ctx.read(async (r) => {
    const parts = await mine(r, 'report_video_parts')
      .innerJoin('report_videos', (on) =>
        on
          .onRef('report_videos.subscriber_id', '=', 'report_video_parts.subscriber_id')
          .onRef('report_videos.id', '=', 'report_video_parts.video_id'),
      )
      .where('report_videos.report_id', '=', reportId)
      .select('report_video_parts.storage_key')
      .execute();
    return [...(await ownKeys(r, files)), ...parts.map((part) => part.storage_key)];
  });
  for (const key of keys) await ctx.files.remove(key);
}
