import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { AppError } from '#wire/errors.ts';
import type { BulkReason, BulkResult } from '../bulk-contract.ts';

/** A chosen appointment. */
export interface ChosenAppointment {
  id: string;
  order_id: string;
  status: string;
}

/**
 * Processes each chosen appointment in a separate transaction, so that one refusal does not undo the others.
 * The work returns why it did nothing, or null when it is done; a refused command counts with the reason of its error.
 */
export async function runForEach(
  ctx: ActionCtx,
  ids: readonly string[],
  work: (w: WriteCtx, row: ChosenAppointment) => Promise<BulkReason | null>,
): Promise<BulkResult> {
  const wanted = [...new Set(ids)];
  const rows = await ctx.read((r) =>
    mine(r, 'appointments')
      .where('id', 'in', wanted)
      .where('deleted_at', 'is', null)
      .select(['id', 'order_id', 'status'])
      .execute(),
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  const result: BulkResult = { done: [], failed: [] };
  for (const id of wanted) {
    const row = known.get(id);
    const reason = row ? await attempt(ctx, row, work) : 'missing';
    if (reason === null) result.done.push(id);
    else result.failed.push({ id, order_id: row?.order_id ?? '', reason });
  }
  return ctx.finalTx(async () => result);
}

async function attempt(
  ctx: ActionCtx,
  row: ChosenAppointment,
  work: (w: WriteCtx, row: ChosenAppointment) => Promise<BulkReason | null>,
): Promise<BulkReason | null> {
  try {
    return await ctx.tx((w) => work(w, row));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return reasonOf(error);
  }
}

function reasonOf({ type, details }: AppError): BulkReason {
  if (type === 'NOT_FOUND') return 'missing';
  if (type === 'FORBIDDEN') return 'not_allowed';
  if (type === 'RATE_LIMITED') return 'hourly_limit';
  return details && 'conflicts' in details ? 'time_taken' : 'not_possible';
}
