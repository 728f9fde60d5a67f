import { asInstant, minutesBetween } from '#domain/base/time.ts';
import { mayEndByHand } from '#domain/payments/payment-attempts.ts';
import type { WriteCtx } from '#server/context.ts';
import { badInput, notFound } from '#wire/errors.ts';
import { type AttemptRow, attemptById, changeAttempt, isInFlight } from '../attempt-store.ts';
import { lockedByAppointment } from '../store.ts';

/**
 * Ends an attempt whose end cannot be found out, where that is allowed, so that the invoice may be paid online again; else gives
 * it as it stands. Needs a reason, for the payer may have been charged; money that is heard of later is booked all the same.
 */
export async function endByHand(
  ctx: WriteCtx,
  found: AttemptRow,
  by: { isNowhere: boolean; reason: string },
): Promise<AttemptRow> {
  await lockedByAppointment(ctx, found.appointment_id);
  const row = await attemptById(ctx, found.id);
  if (!row) throw notFound();
  const minutes = minutesBetween(asInstant(row.tried_at ?? row.created_at), ctx.now);
  const facts = { ...row, hoursSinceTry: minutes / 60, isNowhere: by.isNowhere };
  if (isInFlight(row, ctx.now) || !mayEndByHand(facts)) return row;
  if (by.reason === '') throw badInput({ reason: 'Please give a reason' });
  await changeAttempt(ctx, row.id, { state: 'failed' });
  return { ...row, state: 'failed' };
}
