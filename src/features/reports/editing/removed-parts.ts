import { sql } from 'kysely';
import { goneMessage } from '#domain/reports/operations/content-parts.ts';
import type { ReportOp } from '#domain/reports/operations/report-ops.ts';
import type { RemovedComment, RestoreOp } from '#domain/reports/operations/restore-part.ts';
import type { ReportComment, ReportItem, ReportMedia, ReportSection } from '#domain/reports/reports.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { mediaColumns, mediaOfRow } from '../media-store.ts';
import { isInVersion, retainedSince } from './delete-unpublished-media.job.ts';

type Restore = { op_id: string } & RestoreOp;

/**
 * Completes operations that bring something back: the request names the part, its content comes from the history and
 * its photos from their rows. Returns the operations, and the reason for those whose part cannot be found.
 */
export async function withRemovedParts(
  ctx: WriteCtx,
  reportId: string,
  ops: readonly ReportOp[],
): Promise<{ ops: ReportOp[]; refused: Map<string, string> }> {
  const restores = ops.filter((op) => op.type.startsWith('restore_')) as Restore[];
  if (restores.length === 0) return { ops: [...ops], refused: new Map() };
  const parts = await removedParts(ctx, reportId, restores);
  const media = await removedMedia(ctx, reportId);
  const refused = new Map<string, string>();
  const complete = (op: ReportOp): ReportOp => {
    const found = restores.includes(op as Restore) ? completed(op as Restore, parts, media) : op;
    if (!found) refused.set(op.op_id, goneMessage);
    return found ?? op;
  };
  return { ops: ops.map(complete), refused };
}

const idOf = (op: Restore): string => {
  if (op.type === 'restore_section') return op.section.id;
  if (op.type === 'restore_item') return op.item.id;
  return op.type === 'restore_comment' ? op.comment.id : op.media.id;
};

/** The newest removed state of each part. */
async function removedParts(
  ctx: WriteCtx,
  reportId: string,
  restores: readonly Restore[],
): Promise<Map<string, unknown>> {
  const rows = await mine(ctx, 'report_ops')
    .where('report_id', '=', reportId)
    .where('refused', 'is', null)
    .where(sql<boolean>`op ->> 'type' like 'remove\\_%'`)
    .where(sql<string>`before ->> 'id'`, 'in', restores.map(idOf))
    .orderBy('seq')
    .select('before')
    .execute();
  return new Map(rows.map(({ before }) => [(before as { id: string }).id, before]));
}

/** The photos and videos that were removed and stay stored. */
async function removedMedia(ctx: WriteCtx, reportId: string): Promise<Map<string, ReportMedia>> {
  const rows = await mine(ctx, 'report_media')
    .where('report_id', '=', reportId)
    .where((eb) =>
      eb.or([
        eb('deleted_at', '>', retainedSince(ctx)),
        eb.and([eb('deleted_at', 'is not', null), isInVersion]),
      ]),
    )
    .select(mediaColumns)
    .execute();
  return new Map(rows.map((row) => [row.id, mediaOfRow(row)]));
}

function completed(
  op: Restore,
  parts: ReadonlyMap<string, unknown>,
  stored: ReadonlyMap<string, ReportMedia>,
): Restore | null {
  const part = parts.get(idOf(op));
  const kept = (item: ReportItem): ReportItem => ({
    ...item,
    media: item.media.filter((media) => stored.has(media.id)),
  });
  if (op.type === 'restore_media') {
    const media = stored.get(op.media.id);
    return media ? { ...op, media: { ...media, ...(part as Partial<ReportMedia> | undefined) } } : null;
  }
  if (!part) return null;
  if (op.type === 'restore_item') return { ...op, item: kept(part as ReportItem) };
  if (op.type === 'restore_comment') return { ...op, comment: part as RemovedComment & ReportComment };
  const section = part as ReportSection;
  return { ...op, section: { ...section, items: section.items.map(kept) } };
}
