import { asInstant, minutesBetween } from '#domain/base/time.ts';
import { canCloseManually } from '#domain/payments/payment-attempts.ts';
import type { WriteCtx } from '#server/context.ts';
import { badInput, notFound } from '#wire/errors.ts';
import { type AttemptRow, attemptById, isInFlight, updateAttempt } from '../attempt-store.ts';
import { lockByAppointment } from '../store.ts';

/**
 * Ends an attempt whose result cannot be found out, so that the invoice can be paid online again. Returns the attempt
 * unchanged where that is not allowed. Requires a reason because the payer may have been charged; money that is
 * reported later is still recorded.
 */
export async function endAttemptManually(
  ctx: WriteCtx,
  found: AttemptRow,
  by: { isNowhere: boolean; reason: string },
): Promise<AttemptRow> {
  await lockByAppointment(ctx, found.appointment_id);
  const row = await attemptById(ctx, found.id);
  if (!row) throw notFound();
  const minutes = minutesBetween(asInstant(row.tried_at ?? row.created_at), ctx.now);
  const facts = { ...row, hoursSinceAttempt: minutes / 60, isNowhere: by.isNowhere };
  if (isInFlight(row, ctx.now) || !canCloseManually(facts)) return row;
  if (by.reason === '') throw badInput({ reason: 'Please give a reason' });
  await updateAttempt(ctx, row.id, { state: 'failed' });
  return { ...row, state: 'failed' };
}
