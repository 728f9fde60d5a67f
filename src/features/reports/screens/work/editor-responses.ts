/** How the editor interprets the server's responses to its changes. */
import { goneMessage } from '#domain/reports/content-parts.ts';
import type { ReportOp } from '#domain/reports/report-ops.ts';
import { ApiFailure } from '#web/client.ts';
import { isRetryable } from '../../../../web/editing/is-retryable.ts';
import type { FullReport } from '../../contract.ts';
import type { PendingOp } from './draft-store.ts';
import type { Refused } from './editor-types.ts';

/** Falls back to the device's copy if a report cannot be loaded while offline. Rethrows every other failure. */
export function orStoredCopy(stored: FullReport | null): (failure: unknown) => FullReport {
  return (failure) => {
    if (stored && failure instanceof ApiFailure && isRetryable(failure)) return stored;
    throw failure;
  };
}

/** The refused changes of a batch, each with its reason. */
export function rejectedOps(
  batch: readonly PendingOp[],
  results: readonly { op_id: string; refused: string | null }[],
): Refused[] {
  return batch.flatMap(({ op }) => {
    const reason = results.find((result) => result.op_id === op.op_id)?.refused;
    return reason ? [{ op, reason }] : [];
  });
}

/** Whether the user must be notified. Removing something that is already gone needs no notice. */
export function needsNotice({ op, reason }: Refused): boolean {
  return !(op.type.startsWith('remove_') && reason === goneMessage);
}

/** Marks the queued changes that conflict with someone else's. Returns null if the failure is not a conflict. */
export function markConflicts(
  queue: readonly PendingOp[],
  { type, details }: ApiFailure,
): PendingOp[] | null {
  if (type !== 'CONFLICT' || !Array.isArray(details?.conflicts)) return null;
  const conflicts = details.conflicts as { op_id: string; by: string; at: string }[];
  return queue.map((each) => {
    const found = conflicts.find((one) => one.op_id === each.op.op_id);
    return found ? { ...each, conflict: { by: found.by, at: found.at } } : each;
  });
}

/** The operations of pending changes. */
export function reportOpsOf(waiting: readonly PendingOp[]): ReportOp[] {
  return waiting.map((each) => each.op);
}
