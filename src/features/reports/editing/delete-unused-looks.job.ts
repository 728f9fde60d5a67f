import { sql } from 'kysely';
import { addHours } from '#domain/base/time.ts';
import type { ReportMedia } from '#domain/reports/reports.ts';
import { ownKeys } from '#features/files/copy-file-rows.ts';
import { deleteFileRows } from '#features/files/stored-files.ts';
import type { WriteCtx } from '#server/context.ts';
import { deleteMine, mine } from '#server/db/scope.ts';
import { job } from '#server/jobs.ts';
import { lookName, lookOfRow } from '../looks-store.ts';
import * as store from '../store.ts';
import { mediaRetentionDays } from './delete-unpublished-media.job.ts';

/**
 * Deletes the pictures with marks and crops that a report no longer shows anywhere: neither in its draft nor in any of its
 * versions, not even a hidden one. Previews of a draft leave such, and samples whose marks had private texts.
 */
export const deleteUnusedLooks = job<{ report_id: string }>(
  'reports/delete-unused-looks',
  async (ctx, { report_id }) => {
    const keys = await ctx.tx((w) => deleteUnused(w, report_id));
    for (const key of keys) await ctx.files.remove(key);
  },
  { retryLimit: 5, concurrency: 1 },
);

/** Schedules the deletion if these changes replace a look. */
export async function scheduleLookDeletion(
  ctx: WriteCtx,
  reportId: string,
  before: readonly ReportMedia[],
  changed: readonly ReportMedia[],
): Promise<void> {
  const old = new Map(before.map((photo) => [photo.id, lookName(photo)]));
  const isReplaced = changed.some(
    (photo) => (old.get(photo.id) ?? null) !== null && old.get(photo.id) !== lookName(photo),
  );
  if (!isReplaced) return;
  // A sample schedules it before its pictures are drawn: an hour later they are old enough.
  const runAt = addHours(ctx.now, 24 * mediaRetentionDays + 1);
  await ctx.enqueue(deleteUnusedLooks, { report_id: reportId }, { key: `looks:${reportId}`, runAt });
}

async function deleteUnused(w: WriteCtx, reportId: string): Promise<string[]> {
  // Publishing waits for the lock, and what it publishes then is in the draft.
  if (!(await store.lockReport(w, reportId))) return [];
  const looks = await mine(w, 'report_photo_looks')
    .innerJoin('report_media', (on) =>
      on
        .onRef('report_media.subscriber_id', '=', 'report_photo_looks.subscriber_id')
        .onRef('report_media.id', '=', 'report_photo_looks.media_id'),
    )
    .where('report_id', '=', reportId)
    .where('report_photo_looks.created_at', '<=', addHours(w.now, -24 * mediaRetentionDays))
    .select([
      'media_id',
      'look',
      'report_photo_looks.large_file_id',
      'report_photo_looks.medium_file_id',
      'report_photo_looks.thumb_file_id',
    ])
    .execute();
  const used = await usedLooks(w, reportId);
  const unused = looks.filter(({ media_id, look }) => !used.has(`${media_id}.${look}`));
  const [ids, names] = [unused.map(({ media_id }) => media_id), unused.map(({ look }) => look)];
  await deleteMine(w, 'report_photo_looks')
    .where(sql<boolean>`(media_id, look) in (select * from unnest(${ids}::uuid[], ${names}::text[]))`)
    .execute();
  const files = unused.flatMap((one) => [one.large_file_id, one.medium_file_id, one.thumb_file_id]);
  // A sample may have the same picture.
  const keys = await ownKeys(w, files);
  await deleteFileRows(w, files);
  return keys;
}

/** The looks of the draft and of all versions, as `photo.look`. */
async function usedLooks(w: WriteCtx, reportId: string): Promise<Set<string>> {
  const draft = await mine(w, 'report_media')
    .where('report_id', '=', reportId)
    .select(['id', 'annotations', 'edit'])
    .execute();
  const versions = await mine(w, 'report_snapshots')
    .where('report_id', '=', reportId)
    .select(
      sql<unknown>`jsonb_path_query_array(content, '$.content.sections[*].items[*].media[*]')`.as('media'),
    )
    .execute();
  const all = [...draft, ...versions.flatMap(({ media }) => media as { id: string }[])];
  return new Set(all.map((photo) => `${photo.id}.${lookName(lookOfRow(photo))}`));
}
