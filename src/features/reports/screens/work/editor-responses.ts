/** How the editor interprets the server's responses to its changes. */
import { goneMessage } from '#domain/reports/operations/content-parts.ts';
import type { ReportOp } from '#domain/reports/operations/report-ops.ts';
import { ApiFailure } from '#web/client/api-failure.ts';
import { conflictsIn, isFinal, refusedOps } from '#web/editing/save-answers.ts';
import { isRetryable } from '../../../../web/editing/is-retryable.ts';
import type { FullReport } from '../../contract.ts';
import type { PendingOp, StoredReport } from './draft-store.ts';
import type { Refused, SaveAnswer } from './editor-types.ts';

/**
 * Falls back to the device's copy if a report cannot be loaded while offline, and if it is no longer the user's while
 * something waits here: what was typed must be seen. Rethrows every other failure.
 */
export function orStoredCopy({
  report,
  ops,
  photos,
}: StoredReport): (failure: unknown) => { report: FullReport; isStopped: boolean } {
  return (failure) => {
    const isStopped = isFinal(failure);
    const isOffline = failure instanceof ApiFailure && isRetryable(failure);
    if (report && (isOffline || (isStopped && ops.length + photos.length > 0))) return { report, isStopped };
    throw failure;
  };
}

/** The refused changes of a batch, each with its reason and who removed what it was for. */
export function rejectedOps(batch: readonly PendingOp[], answer: SaveAnswer): Refused[] {
  return refusedOps(reportOpsOf(batch), answer).map((each) => {
    const result = answer.results.find(({ op_id }) => op_id === each.op.op_id);
    return { ...each, removed: result?.removed ?? null };
  });
}

/** Whether the user must be notified: there are no words in removing or bringing back something that is gone. */
export function needsNotice({ op, reason }: Pick<Refused, 'op' | 'reason'>): boolean {
  return !(/^(remove|move|restore)_/.test(op.type) && reason === goneMessage);
}

/** Marks the queued changes that conflict with someone else's. Returns null if the failure is not a conflict. */
export function markConflicts(queue: readonly PendingOp[], failure: ApiFailure): PendingOp[] | null {
  const found = conflictsIn(failure, reportOpsOf(queue));
  if (found.length === 0) return null;
  return queue.map((each) => {
    const rival = found.find(({ op }) => op === each.op);
    return rival ? { ...each, conflict: { by: rival.by, at: rival.at } } : each;
  });
}

/** The operations of pending changes. */
export function reportOpsOf(waiting: readonly PendingOp[]): ReportOp[] {
  return waiting.map((each) => each.op);
}
