import type { TemplateOp } from '#domain/templates/template-ops.ts';
import { ApiFailure } from '#web/client.ts';
import { invalidOps } from '#web/editing/invalid-ops.ts';
import type { RefusedChange, SaveAnswer, TemplateConflict } from './template-editor-types.ts';

/** The changes of a batch that the server refused, each with its reason. */
export function refusedOps(batch: readonly TemplateOp[], { results }: SaveAnswer): RefusedChange[] {
  const reasons = new Map(results.map((result) => [result.op_id, result.refused]));
  return batch.flatMap((op) => {
    const reason = reasons.get(op.op_id);
    return reason ? [{ op, reason }] : [];
  });
}

/** The waiting changes that conflict with those of someone else; none if the failure is another one. */
export function conflictsIn(failure: ApiFailure, queue: readonly TemplateOp[]): TemplateConflict[] {
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
export function wrongOps(batch: readonly TemplateOp[], failure: ApiFailure): RefusedChange[] {
  const invalid = invalidOps(batch, failure);
  const isKnown = batch.length === 1 || invalid.length < batch.length;
  return isKnown ? (batch.length === 1 ? batch : invalid).map((op) => ({ op, reason: failure.message })) : [];
}

/** The template was deleted, or the user may no longer edit it: repeating the request is no use. */
export function isFinal(failure: unknown): boolean {
  return failure instanceof ApiFailure && [403, 404].includes(failure.status);
}
