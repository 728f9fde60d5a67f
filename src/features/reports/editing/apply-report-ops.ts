import type { OpResult } from '#domain/base/operations.ts';
import { goneMessage } from '#domain/reports/operations/content-parts.ts';
import { copiedPhotos } from '#domain/reports/operations/copy-ops.ts';
import { beforeOf, rivalsOf } from '#domain/reports/operations/report-op-facts.ts';
import { applyOps, type ReportOp } from '#domain/reports/operations/report-ops.ts';
import { isRestore } from '#domain/reports/operations/restore-request.ts';
import { allMedia, type ReportContent } from '#domain/reports/reports.ts';
import type { WriteCtx } from '#server/context.ts';
import { updateMine } from '#server/db/scope.ts';
import {
  freshOps,
  knownOps,
  type NewerOp,
  type OpLog,
  opsSince,
  rememberOps,
  resultsFor,
} from '#server/op-log.ts';
import { AppError } from '#wire/errors.ts';
import type { Removal } from '../editing-contract.ts';
import { mediaOnWire, sectionsOnWire } from '../present.ts';
import { assertCanEditReport } from '../report-rights.ts';
import { stampReport } from '../stamp-report.ts';
import * as store from '../store.ts';
import { idsInUse, withoutUnknownTemplates } from './check-op-ids.ts';
import { removalsOf } from './removals.ts';
import { withRemovedParts } from './removed-parts.ts';
import { saveContent } from './save-content.ts';
import { statusAfterEdit } from './status-after-edit.ts';

const log: OpLog = { table: 'report_ops', owner: 'report_id' };

export interface ApplyResult {
  rev: number;
  status: 'not_started' | 'in_progress' | 'pending_approval' | 'published';
  /** Someone else has changed the report since the state the caller knew. */
  behind: boolean;
  /** With who removed the part that a refused change was for. */
  results: (OpResult & { removed?: Removal })[];
  content: ReportContent;
}

/**
 * Applies the editor's changes in order. Skips operations that were already applied (same op_id). Stores refused ones
 * in the history with their reason, so that no text is lost. Throws CONFLICT, and applies nothing, if someone else
 * changed the same field of the same object after `rev`; changes of different fields are merged. `own` are newer changes
 * of the same editor.
 */
export async function applyReportOps(
  ctx: WriteCtx,
  input: { id: string; rev: number | null; ops: readonly ReportOp[]; own?: readonly string[] | undefined },
): Promise<ApplyResult> {
  const report = await stampReport(ctx, input.id);
  await assertCanEditReport(ctx, report.appointment_id);
  const known = await knownOps(ctx, log, input.ops);
  const { ops, refused } = await withRemovedParts(ctx, report.id, freshOps(input.ops, known));
  const fresh = await withoutUnknownTemplates(ctx, ops);
  const content = await store.content(ctx, report);
  const rev = input.rev ?? report.content_rev;
  const own = [...(input.own ?? []), ...input.ops.map((op) => op.op_id)];
  const newer = rev < report.content_rev ? await opsSince<ReportOp>(ctx, log, report.id, rev, own) : [];
  refuseRivals(report, content, fresh, newer);
  const resultsOf = (results: OpResult[]) =>
    withRemovals(ctx, report.id, input.ops, resultsFor(input.ops, known, results));
  const status = report.status as ApplyResult['status'];
  if (fresh.length === 0) {
    return {
      rev: report.content_rev,
      status,
      behind: newer.length > 0,
      results: await resultsOf([]),
      content,
    };
  }
  const taken = await idsInUse(ctx, report.id, fresh);
  const applied = applyOps(content, fresh, new Map([...refused, ...taken]));
  const isChange = applied.results.some((result) => result.refused === null);
  const nextRev = isChange ? report.content_rev + 1 : report.content_rev;
  const copied = fresh.flatMap((op) => ('ids' in op ? copiedPhotos(content, applied.content, op.ids) : []));
  await saveContent(ctx, report.id, content, applied.content, nextRev, copied);
  await rememberOps(
    ctx,
    log,
    report.id,
    nextRev,
    { content, ops: fresh, results: applied.results },
    { apply: (current, op) => applyOps(current, [op]).content, overwritten: beforeOf },
  );
  const nextStatus = isChange ? statusAfterEdit(status) : status;
  await updateMine(ctx, 'reports')
    .set({ content_rev: nextRev, status: nextStatus, updated_at: ctx.now })
    .where('id', '=', report.id)
    .execute();
  // The addresses of copied photos and the content of what is brought back are known only here.
  const behind = newer.length > 0 || copied.length > 0 || fresh.some(isRestore);
  return {
    rev: nextRev,
    status: nextStatus,
    behind,
    results: await resultsOf(applied.results),
    content: applied.content,
  };
}

/** Adds who removed what the refused changes were for. */
async function withRemovals(
  ctx: WriteCtx,
  reportId: string,
  ops: readonly ReportOp[],
  results: OpResult[],
): Promise<ApplyResult['results']> {
  const gone = new Set(results.flatMap(({ op_id, refused }) => (refused === goneMessage ? [op_id] : [])));
  const refused = ops.filter((op) => gone.has(op.op_id));
  const removals = await removalsOf(ctx, reportId, refused);
  return results.map((result) => {
    const removed = removals.get(result.op_id);
    return removed ? { ...result, removed } : result;
  });
}

function refuseRivals(
  report: store.ReportRecord,
  content: ReportContent,
  ops: readonly ReportOp[],
  newer: readonly NewerOp<ReportOp>[],
): void {
  const conflicts = rivalsOf(content, ops, newer).map(({ op, rival }) => ({
    op_id: op.op_id,
    by: rival.actor_name,
    at: rival.at,
    theirs: rival.op.op_id,
  }));
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
      media: allMedia(content)
        .map(mediaOnWire)
        .filter((row) => touched.has(row.id)),
    },
  });
}

function subjectIds(op: ReportOp): string[] {
  const named = op as unknown as Record<string, unknown>;
  return ['comment_id', 'media_id', 'item_id', 'section_id'].flatMap((key) =>
    typeof named[key] === 'string' ? [named[key] as string] : [],
  );
}
