/** What the server's answers say of the changes that were sent. */
import { goneMessage, type ReportOp } from '#domain/reports/report-ops.ts';
import { ApiFailure } from '#web/client.ts';
import type { FullReport } from '../../contract.ts';
import type { PendingOp } from './draft-store.ts';
import type { Refused } from './editor-types.ts';
import { isRetryable } from './is-retryable.ts';

/** Where a report cannot be read for want of a connection, the device's copy of it; throws every other failure. */
export function orStoredCopy(kept: FullReport | null): (failure: unknown) => FullReport {
  return (failure) => {
    if (kept && failure instanceof ApiFailure && isRetryable(failure)) return kept;
    throw failure;
  };
}

/** The changes of a batch that were not taken, with the reason. */
export function rejectedOps(
  batch: readonly PendingOp[],
  results: readonly { op_id: string; refused: string | null }[],
): Refused[] {
  return batch.flatMap(({ op }) => {
    const reason = results.find((result) => result.op_id === op.op_id)?.refused;
    return reason ? [{ op, reason }] : [];
  });
}

/** Does a person have to be told of it? What should go and is gone needs nobody. */
export function needsNotice({ op, reason }: Refused): boolean {
  return !(op.type.startsWith('remove_') && reason === goneMessage);
}

/** The queue with those marked that somebody else was faster with, or null where the failure is none of that kind. */
export function markConflicts(
  queue: readonly PendingOp[],
  { type, details }: ApiFailure,
): PendingOp[] | null {
  if (type !== 'CONFLICT' || !Array.isArray(details?.conflicts)) return null;
  const rivals = details.conflicts as { op_id: string; by: string; at: string }[];
  return queue.map((each) => {
    const rival = rivals.find((one) => one.op_id === each.op.op_id);
    return rival ? { ...each, conflict: { by: rival.by, at: rival.at } } : each;
  });
}

/** What is wrong by itself in a batch that was refused as a whole; all of it where nothing is named. */
export function invalidOps(batch: readonly PendingOp[], { fields }: ApiFailure): readonly PendingOp[] {
  const places = Object.keys(fields).flatMap((field) => /^ops\.(\d+)\b/.exec(field)?.[1] ?? []);
  return places.length > 0 ? batch.filter((_, i) => places.includes(String(i))) : batch;
}

/** The operations of waiting changes. */
export function reportOpsOf(waiting: readonly PendingOp[]): ReportOp[] {
  return waiting.map((each) => each.op);
}
