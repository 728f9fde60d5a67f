import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type * as store from '../store.ts';

/** Whether the photo or video is part of the published report. */
export async function isMediaPublished(
  ctx: ReadCtx,
  report: store.ReportRecord,
  mediaId: string,
): Promise<boolean> {
  const row = await mine(ctx, 'report_snapshots')
    .where('report_id', '=', report.id)
    .where('rev', '=', report.published_rev ?? -1)
    .where((eb) => eb(eb.val(mediaId), '=', eb.fn.any('media_ids')))
    .select('rev')
    .executeTakeFirst();
  return row !== undefined;
}
