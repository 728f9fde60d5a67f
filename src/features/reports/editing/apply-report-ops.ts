import { conflictingOp, type OpResult } from '#domain/base/operations.ts';
import { applyOps, type ReportOp } from '#domain/reports/report-ops.ts';
import type { ReportContent } from '#domain/reports/reports.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import { AppError } from '#wire/errors.ts';
import { sectionsOnWire } from '../present.ts';
import { assertCanEditReport } from '../report-rights.ts';
import { stampReport } from '../stamp-report.ts';
import * as store from '../store.ts';
import { beforeOf, fieldsOf } from './op-facts.ts';
import { saveContent } from './save-content.ts';
import { statusAfterEdit } from './status-after-edit.ts';

export interface ApplyResult {
  rev: number;
  status: 'not_started' | 'in_progress' | 'pending_approval' | 'published';
  /** Someone else has changed the report since the state the caller knew. */
  behind: boolean;
  results: OpResult[];
  content: ReportContent;
}

/**
 * Applies the editor's changes in order. Skips operations that were already applied (same op_id). Stores refused ones
 * in the history with their reason, so that no text is lost. Throws CONFLICT, and applies nothing, if someone else
 * changed the same field of the same object after `rev`; changes of different fields are merged.
 */
export async function applyReportOps(
  ctx: WriteCtx,
  input: { id: string; rev: number | null; ops: readonly ReportOp[] },
): Promise<ApplyResult> {
  const report = await stampReport(ctx, input.id);
  await assertCanEditReport(ctx, report.appointment_id);
  const known = await alreadyApplied(ctx, input.ops);
  const fresh = uniqueOps(input.ops).filter((op) => !known.has(op.op_id));
  const content = await store.content(ctx, report);
  const rev = input.rev ?? report.content_rev;
  const newer = rev < report.content_rev ? await opsSince(ctx, report.id, rev, input.ops) : [];
  refuseRivals(report, content, fresh, newer);
  const resultsOf = (results: OpResult[]) => resultsFor(input.ops, known, results);
  const status = report.status as ApplyResult['status'];
  if (fresh.length === 0) {
    return { rev: report.content_rev, status, behind: newer.length > 0, results: resultsOf([]), content };
  }
  const applied = applyOps(content, fresh);
  const isChange = applied.results.some((result) => result.refused === null);
  const nextRev = isChange ? report.content_rev + 1 : report.content_rev;
  await saveContent(ctx, report.id, content, applied.content, nextRev);
  await remember(ctx, report.id, nextRev, content, fresh, applied.results);
  const nextStatus = isChange ? statusAfterEdit(status) : status;
  await updateMine(ctx, 'reports')
    .set({ content_rev: nextRev, status: nextStatus, updated_at: ctx.now })
    .where('id', '=', report.id)
    .execute();
  const behind = newer.length > 0;
  return {
    rev: nextRev,
    status: nextStatus,
    behind,
    results: resultsOf(applied.results),
    content: applied.content,
  };
}

async function alreadyApplied(ctx: WriteCtx, ops: readonly ReportOp[]): Promise<Map<string, string | null>> {
  if (ops.length === 0) return new Map();
  const rows = await mine(ctx, 'report_ops')
    .where(
      'op_id',
      'in',
      ops.map((op) => op.op_id),
    )
    .select(['op_id', 'refused'])
    .execute();
  return new Map(rows.map((row) => [row.op_id, row.refused]));
}

function uniqueOps(ops: readonly ReportOp[]): ReportOp[] {
  return [...new Map(ops.map((op) => [op.op_id, op])).values()];
}

interface NewerOp {
  op: ReportOp;
  actor_id: string | null;
  actor_name: string;
  at: string;
}

/** The changes of others since then. Operations of this very batch that were already applied are the caller's own. */
async function opsSince(
  ctx: WriteCtx,
  reportId: string,
  rev: number,
  batch: readonly ReportOp[],
): Promise<NewerOp[]> {
  const rows = await mine(ctx, 'report_ops')
    .leftJoin('users', (on) =>
      on
        .onRef('users.subscriber_id', '=', 'report_ops.subscriber_id')
        .onRef('users.id', '=', 'report_ops.actor_id'),
    )
    .where('report_id', '=', reportId)
    .where('report_ops.rev', '>', rev)
    .where('refused', 'is', null)
    .orderBy('seq')
    .select(['op_id', 'op', 'actor_id', 'at', 'users.first_name', 'users.last_name'])
    .execute();
  const own = new Set(batch.map((op) => op.op_id));
  return rows
    .filter((row) => !own.has(row.op_id))
    .map((row) => ({
      op: row.op as unknown as ReportOp,
      actor_id: row.actor_id,
      actor_name: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
      at: row.at,
    }));
}

function refuseRivals(
  report: store.ReportRecord,
  content: ReportContent,
  ops: readonly ReportOp[],
  newer: readonly NewerOp[],
): void {
  const conflicts = ops.flatMap((op) => {
    const conflict = conflictingOp(op, newer, fieldsOf);
    return conflict
      ? [{ op_id: op.op_id, by: conflict.actor_name, at: conflict.at, theirs: conflict.op.op_id }]
      : [];
  });
  if (conflicts.length === 0) return;
  const touched = new Set(newer.flatMap(({ op }) => subjectIds(op)));
  const sections = sectionsOnWire(content);
  const items = sections.flatMap((section) => section.items);
  throw new AppError('CONFLICT', 'This was changed by someone else in the meantime', {
    rev: report.content_rev,
    conflicts,
    current: {
      sections: sections.filter((row) => touched.has(row.id)).map(({ items: _, ...row }) => row),
      items: items.filter((row) => touched.has(row.id)).map(({ comments: _c, media: _m, ...row }) => row),
      comments: items.flatMap((item) => item.comments).filter((row) => touched.has(row.id)),
      media: items.flatMap((item) => item.media).filter((row) => touched.has(row.id)),
    },
  });
}

function subjectIds(op: ReportOp): string[] {
  const named = op as unknown as Record<string, unknown>;
  return ['comment_id', 'media_id', 'item_id', 'section_id'].flatMap((key) =>
    typeof named[key] === 'string' ? [named[key] as string] : [],
  );
}

async function remember(
  ctx: WriteCtx,
  reportId: string,
  rev: number,
  content: ReportContent,
  ops: readonly ReportOp[],
  results: readonly OpResult[],
): Promise<void> {
  // Each operation is compared with the state it is applied to, not with the state before the batch.
  let current = content;
  const rows = ops.map((op, i) => {
    const before = beforeOf(current, op);
    const refused = results[i]?.refused ?? null;
    if (!refused) current = applyOps(current, [op]).content;
    return {
      report_id: reportId,
      op_id: op.op_id,
      rev,
      op: JSON.stringify(op),
      before: before === null ? null : JSON.stringify(before),
      refused,
      actor_id: ctx.actor?.userId ?? null,
      at: ctx.now,
    };
  });
  await insertMine(ctx, 'report_ops', rows).execute();
}

function resultsFor(
  ops: readonly ReportOp[],
  known: ReadonlyMap<string, string | null>,
  results: readonly OpResult[],
): OpResult[] {
  const byId = new Map(results.map((result) => [result.op_id, result.refused]));
  return ops.map(({ op_id }) => ({ op_id, refused: byId.get(op_id) ?? known.get(op_id) ?? null }));
}
