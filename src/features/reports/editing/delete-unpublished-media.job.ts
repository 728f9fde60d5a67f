import { sql } from 'kysely';
import { addHours, type Instant } from '#domain/base/time.ts';
import { ownKeys } from '#features/files/copy-file-rows.ts';
import { deleteFileRows } from '#features/files/stored-files.ts';
import type { ActionCtx, ReadCtx } from '#server/context.ts';
import { deleteMine, mine } from '#server/db/scope.ts';
import { job } from '#server/jobs.ts';
import * as store from '../store.ts';

/** How long media removed from a report are stored, although they are not shown. */
export const mediaRetentionDays = 30;

/**
 * Deletes photos and videos, including their files, that were removed from a report long ago and are in none of
 * its versions, not even hidden. Resumes after a crash: rows are deleted after their files.
 */
export const deleteUnpublishedMedia = job<{ report_id: string }>(
  'reports/drop-unshown-media',
  async (ctx, { report_id }) => {
    const rows = await ctx.read(async (r) =>
      (await store.findReport(r, { id: report_id })) ? unshown(r, report_id) : [],
    );
    for (const row of rows) await drop(ctx, row);
  },
  { retryLimit: 5, concurrency: 1 },
);

/** Whether a version has the photo or video, also a hidden one: then it is never deleted. */
export const isInVersion = sql<boolean>`exists (select from report_snapshots s
  where s.subscriber_id = report_media.subscriber_id and s.report_id = report_media.report_id
    and report_media.id = any(s.kept_media_ids))`;

/** What was removed until then may be deleted at any moment, or partly is, so it cannot be brought back. */
export const retainedSince = ({ now }: { now: Instant }): Instant => addHours(now, -24 * mediaRetentionDays);

type Row = Awaited<ReturnType<typeof unshown>>[number];

function unshown(r: ReadCtx, reportId: string) {
  return mine(r, 'report_media')
    .where('report_id', '=', reportId)
    .where('deleted_at', '<=', retainedSince(r))
    .where(sql<boolean>`not ${isInVersion}`)
    .select(['id', 'large_file_id', 'medium_file_id', 'thumb_file_id'])
    .execute();
}

async function drop(ctx: ActionCtx, row: Row): Promise<void> {
  const files = await ctx.read(async (r) => [
    ...(await filesOnlyOf(r, row)),
    ...(await filesOfLooks(r, row.id)),
  ]);
  const keys = await ctx.read(async (r) => {
    const parts = await mine(r, 'report_video_parts')
      .where('video_id', '=', row.id)
      .select('storage_key')
      .execute();
    // A sample may have the same photo.
    return [...(await ownKeys(r, files)), ...parts.map((part) => part.storage_key)];
  });
  for (const key of keys) await ctx.files.remove(key);
  await ctx.tx(async (w) => {
    await deleteMine(w, 'report_photo_looks').where('media_id', '=', row.id).execute();
    await deleteMine(w, 'report_media').where('id', '=', row.id).execute();
    await deleteFileRows(w, files);
    await deleteMine(w, 'report_video_parts').where('video_id', '=', row.id).execute();
    await deleteMine(w, 'report_videos').where('id', '=', row.id).execute();
  });
}

/** The files of a photo that no copy of it in another place shows. */
async function filesOnlyOf(r: ReadCtx, row: Row): Promise<string[]> {
  const files = [row.large_file_id, row.medium_file_id, row.thumb_file_id];
  const copy = await mine(r, 'report_media')
    .where('large_file_id', '=', row.large_file_id)
    .where('id', '<>', row.id)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return copy ? [] : files;
}

/** The pictures with marks and crops made of a photo. */
async function filesOfLooks(r: ReadCtx, mediaId: string): Promise<string[]> {
  const looks = await mine(r, 'report_photo_looks')
    .where('media_id', '=', mediaId)
    .select(['large_file_id', 'medium_file_id', 'thumb_file_id'])
    .execute();
  return looks.flatMap((one) => [one.large_file_id, one.medium_file_id, one.thumb_file_id]);
}
