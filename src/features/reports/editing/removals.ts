import { sql } from 'kysely';
import { fullName } from '#domain/base/names.ts';
import type { ReportOp } from '#domain/reports/operations/report-ops.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { Removal } from '../editing-contract.ts';

/** The part that an operation is about or is put into, the innermost first. */
function partOf(op: ReportOp): string | undefined {
  const added = 'comment' in op ? op.comment : 'item' in op ? op.item : 'media' in op ? op.media : {};
  const ids = { ...op, ...added } as Partial<Record<string, string>>;
  if ('comment' in op || 'media' in op) return ids.item_id;
  if ('item' in op) return ids.section_id;
  return ids.comment_id ?? ids.media_id ?? ids.item_id ?? ids.section_id;
}

/** Finds for operations on removed parts who removed them, alone or with the item or section they were in. */
export async function removalsOf(
  ctx: WriteCtx,
  reportId: string,
  ops: readonly ReportOp[],
): Promise<Map<string, Removal>> {
  const found = await findRemovals(
    ctx,
    reportId,
    ops.flatMap((op) => partOf(op) ?? []),
  );
  return new Map(
    ops.flatMap((op) => {
      const removal = found.get(partOf(op) ?? '');
      return removal ? [[op.op_id, removal] as const] : [];
    }),
  );
}

/** The last removal of each of these parts. */
export async function findRemovals(
  ctx: ReadCtx | WriteCtx,
  reportId: string,
  ids: readonly string[],
): Promise<Map<string, Removal>> {
  if (ids.length === 0) return new Map();
  const rows = await mine(ctx, 'report_ops')
    .leftJoin('users', (on) =>
      on
        .onRef('users.subscriber_id', '=', 'report_ops.subscriber_id')
        .onRef('users.id', '=', 'report_ops.actor_id'),
    )
    .innerJoin(
      sql<{ part_id: string }>`lateral (
        select value #>> '{}' as part_id from jsonb_path_query(report_ops.before, '$.**.id') as value)`.as(
        'parts',
      ),
      (on) => on.onTrue(),
    )
    .where('report_id', '=', reportId)
    .where('refused', 'is', null)
    .where(sql<boolean>`op ->> 'type' like 'remove\\_%'`)
    .where('parts.part_id', 'in', ids)
    .orderBy('seq')
    .select(['parts.part_id', 'at', 'before', 'op', 'users.first_name', 'users.last_name'])
    .execute();
  return new Map(
    rows.map((row) => {
      const what = (row.op as { type: string }).type.slice('remove_'.length) as Removal['what'];
      const { id, name = '' } = row.before as { id: string; name?: string };
      return [row.part_id, { by: fullName(row), at: row.at, what, id, name }];
    }),
  );
}
