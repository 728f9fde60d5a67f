import type { ReportOp } from '#domain/reports/operations/report-ops.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

const takenMessage = 'This ID is already in use';

/**
 * Returns the operations without the template comments that the company doesn't have. They are left out instead of
 * refused, so that undoing the removal of a comment works after its template has changed.
 */
export async function withoutUnknownTemplates(
  ctx: WriteCtx,
  ops: readonly ReportOp[],
): Promise<readonly ReportOp[]> {
  const named = ops.flatMap((op) =>
    op.type === 'add_comment' && op.comment.template_comment_id ? [op.comment.template_comment_id] : [],
  );
  if (named.length === 0) return ops;
  const rows = await mine(ctx, 'template_comments').where('id', 'in', named).select('id').execute();
  const known = new Set(rows.map((row) => row.id));
  return ops.map((op) =>
    op.type === 'add_comment' && op.comment.template_comment_id && !known.has(op.comment.template_comment_id)
      ? { ...op, comment: { ...op.comment, template_comment_id: null } }
      : op,
  );
}

/** Returns the operations that add something under an id of another report, with the reason to refuse them. */
export async function idsInUse(
  ctx: WriteCtx,
  reportId: string,
  ops: readonly ReportOp[],
): Promise<Map<string, string>> {
  const added = ops.flatMap((op): [string, Table, string][] => {
    if (op.type === 'add_section') return [[op.op_id, 'report_sections', op.section.id]];
    if (op.type === 'add_item') return [[op.op_id, 'report_items', op.item.id]];
    if (op.type === 'copy_section' || op.type === 'copy_item')
      return tables.flatMap((table) =>
        Object.values(op.ids).map((id): [string, Table, string] => [op.op_id, table, id]),
      );
    return op.type === 'add_comment' ? [[op.op_id, 'report_comments', op.comment.id]] : [];
  });
  const refused = new Map<string, string>();
  for (const table of new Set(added.map(([, each]) => each))) {
    const ids = added.filter(([, each]) => each === table).map(([, , id]) => id);
    const rows = await mine(ctx, table as 'report_items')
      .where('id', 'in', ids)
      .where('report_id', '<>', reportId)
      .select('id')
      .execute();
    const taken = new Set(rows.map((row) => row.id));
    for (const [op, each, id] of added) if (each === table && taken.has(id)) refused.set(op, takenMessage);
  }
  return refused;
}

const tables = ['report_sections', 'report_items', 'report_comments', 'report_media'] as const;
type Table = (typeof tables)[number];
