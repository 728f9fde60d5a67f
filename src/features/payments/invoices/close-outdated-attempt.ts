import { isIdle } from '#domain/payments/payment-attempts.ts';
import type { WriteCtx } from '#server/context.ts';
import { openAttemptOf } from '../attempt-store.ts';
import { scheduleAttemptCheck } from '../scheduled-checks.ts';
import { byAppointment } from '../store.ts';
import { isAmountStillValid } from './online-payment-problem.ts';

/** Schedules an immediate check that closes a waiting payment form whose amount is no longer due. */
export async function closeOutdatedAttempt(ctx: WriteCtx, appointmentId: string): Promise<void> {
  const invoice = await byAppointment(ctx, appointmentId);
  const open = invoice && (await openAttemptOf(ctx, invoice.id));
  if (!open || !isIdle(open.state) || (await isAmountStillValid(ctx, open))) return;
  await scheduleAttemptCheck(ctx, open.id, ctx.now);
}
