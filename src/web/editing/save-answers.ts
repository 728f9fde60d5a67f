import type { Operation } from '#domain/base/operations.ts';
import { ApiFailure } from '#web/client/api-failure.ts';
import { invalidOps } from './invalid-ops.ts';

/** A change that could not be stored. */
export interface RefusedOp<Op> {
  op: Op;
  reason: string;
}

/** The changes of a batch that the server refused, each with its reason. */
export function refusedOps<Op extends Operation>(
  batch: readonly Op[],
  { results }: { results: readonly { op_id: string; refused: string | null }[] },
): RefusedOp<Op>[] {
  const reasons = new Map(results.map((result) => [result.op_id, result.refused]));
  return batch.flatMap((op) => {
    const reason = reasons.get(op.op_id);
    return reason ? [{ op, reason }] : [];
  });
}

/** The waiting changes that conflict with those of someone else; none if the failure is another one. */
export function conflictsIn<Op extends Operation>(
  failure: ApiFailure,
  queue: readonly Op[],
): { op: Op; by: string; at: string }[] {
  const rivals = failure.type === 'CONFLICT' ? failure.details?.conflicts : undefined;
  if (!Array.isArray(rivals)) return [];
  return (rivals as { op_id: string; by: string; at: string }[]).flatMap(({ op_id, by, at }) => {
    const op = queue.find((each) => each.op_id === op_id);
    return op ? [{ op, by, at }] : [];
  });
}

/**
 * The changes because of which a batch was refused as a whole. None if that is unknown, too much at once or one change
 * that the answer does not name: smaller batches tell.
 */
export function wrongOps<Op extends Operation>(batch: readonly Op[], failure: ApiFailure): RefusedOp<Op>[] {
  const invalid = invalidOps(batch, failure);
  const isKnown = batch.length === 1 || invalid.length < batch.length;
  return isKnown ? (batch.length === 1 ? batch : invalid).map((op) => ({ op, reason: failure.message })) : [];
}

/** The document was deleted, or the user may no longer edit it: repeating the request is no use. */
export function isFinal(failure: unknown): failure is ApiFailure {
  return failure instanceof ApiFailure && [403, 404].includes(failure.status);
}
