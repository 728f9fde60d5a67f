import { goneMessage } from '#domain/reports/operations/content-parts.ts';
import type { MediaChanges } from '#domain/reports/operations/media-ops.ts';
import type { ReportOp } from '#domain/reports/operations/report-ops.ts';
import { allMedia } from '#domain/reports/reports.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { applyReportOps } from '../editing/apply-report-ops.ts';
import type * as editing from '../editing-contract.ts';
import { mediaOnWire } from '../present.ts';

/** Changes the caption, marks or comment of a photo as an editor operation, with its history. */
export async function changeMedia(
  ctx: WriteCtx,
  input: HandlerInput<typeof editing.changeMedia>,
): Promise<HandlerOutput<typeof editing.changeMedia>> {
  const { id, mediaId, ...changes } = input;
  const op: ReportOp = {
    op_id: newId(),
    type: 'update_media',
    media_id: mediaId,
    changes: changes as MediaChanges,
  };
  const { content, rev, results } = await applyReportOps(ctx, { id, rev: null, ops: [op] });
  const media = allMedia(content).find((photo) => photo.id === mediaId);
  if (!media) throw notFound();
  const refused = results[0]?.refused;
  if (refused) throw badInput({ [refused === goneMessage ? 'comment_id' : 'annotations']: refused });
  return { media: mediaOnWire(media), rev };
}

/** Removes a photo from the report. Doing so twice is not an error. */
export async function removeMedia(
  ctx: WriteCtx,
  input: HandlerInput<typeof editing.removeMedia>,
): Promise<HandlerOutput<typeof editing.removeMedia>> {
  const op: ReportOp = { op_id: newId(), type: 'remove_media', media_id: input.mediaId };
  const { rev } = await applyReportOps(ctx, { id: input.id, rev: null, ops: [op] });
  // Rows of removed photos stay, so a photo without a row was never in this report.
  const known = await mine(ctx, 'report_media')
    .where('report_id', '=', input.id)
    .where('id', '=', input.mediaId)
    .select('id')
    .executeTakeFirst();
  if (!known) throw notFound();
  return { rev };
}
