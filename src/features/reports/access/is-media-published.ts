import type { ReadCtx } from '#server/context.ts';
import * as snapshots from '../snapshots-store.ts';
import type * as store from '../store.ts';

/** Whether the photo or video is part of the published report, or of the version that is looked at. */
export async function isMediaPublished(
  ctx: ReadCtx,
  report: store.ReportRecord,
  mediaId: string,
  version?: number,
): Promise<boolean> {
  if (report.published_rev === null) return false;
  const row = await snapshots.snapshot(ctx, report, version);
  return row !== undefined && row.withdrawn_at === null && row.media_ids.includes(mediaId);
}
