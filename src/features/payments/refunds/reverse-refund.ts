import { asCents } from '#domain/base/money.ts';
import { asInstant } from '#domain/base/time.ts';
import { removeRefund } from '#domain/payments/payments.ts';
import { creditRefundedAmount } from '#features/appointments/status/charge-cancellation.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import type { Outcome } from '#server/outside/pay/kit/gateway.ts';
import type { AttemptRow } from '../attempt-store.ts';
import { reopenUnwantedMoney } from '../difference-store.ts';
import { settleInvoice } from '../invoices/settle-invoice.ts';
import { isRefundOpen, type RefundRow, refundById, refundsOf, updateRefund } from '../refund-store.ts';
import { lockByAppointment } from '../store.ts';
import { notifyRefundFailed } from './notify-payment-problems.ts';

/**
 * Reverses a recorded refund whose money came back to the company: removes its credit line, makes its amount refundable
 * again and notifies the administrators. Happens once, however often and in whatever order it is reported.
 */
export async function reverseRefund(ctx: WriteCtx, refundId: string, why: string): Promise<void> {
  const found = await refundById(ctx, refundId);
  if (!found) return;
  const invoice = await lockByAppointment(ctx, found.appointment_id);
  const refund = (await refundById(ctx, refundId)) ?? found;
  const payment = await mine(ctx, 'payments')
    .where('id', '=', refund.payment_id)
    .select(['id', 'amount_cents', 'refunded_cents'])
    .executeTakeFirst();
  if (!invoice || !payment || refund.state !== 'succeeded') return;
  const left = removeRefund(
    { amount_cents: asCents(payment.amount_cents), refunded_cents: asCents(payment.refunded_cents) },
    asCents(refund.amount_cents),
  );
  await updateMine(ctx, 'payments').set(left).where('id', '=', payment.id).execute();
  await updateMine(ctx, 'invoices')
    .set({ credits_cents: invoice.credits_cents - refund.credit_cents })
    .where('id', '=', invoice.id)
    .execute();
  await updateRefund(ctx, refund.id, {
    state: 'failed',
    credit_cents: 0,
    failure_code: 'returned',
    failure_text: why.slice(0, 300),
  });
  const { credit_cents, updated_at } = refund;
  await creditRefundedAmount(ctx, refund.appointment_id, { credit_cents, booked_at: asInstant(updated_at) });
  await settleInvoice(ctx, refund.appointment_id, null);
  await ctx.audit({
    action: 'payment-refund-returned',
    entity: 'payment',
    entity_id: payment.id,
    before: { refund: refund.id, amount_cents: refund.amount_cents, credit_cents: refund.credit_cents },
    after: { reason: why.slice(0, 300) },
  });
  await reopenUnwantedMoney(ctx, payment.id, refund.appointment_id);
  await notifyRefundFailed(ctx, refund, 'refund_returned', why);
}

/**
 * Reverses refunds made at the gateway itself that the gateway no longer counts; they have no reference to query them
 * by. Only when their amounts add up to exactly what is missing; anything else needs manual review.
 */
export async function reverseExternalRefunds(
  ctx: WriteCtx,
  attempt: AttemptRow,
  outcome: Outcome,
): Promise<void> {
  const there = outcome.refundedMinor;
  const payment = await mine(ctx, 'payments')
    .where('attempt_id', '=', attempt.id)
    .select(['id', 'refunded_cents'])
    .executeTakeFirst();
  if (there === null || !payment) return;
  const refunds = (await refundsOf(ctx, attempt.invoice_id)).filter((row) => row.payment_id === payment.id);
  if (refunds.some(isRefundOpen)) return;
  const gone = returned(refunds, payment.refunded_cents - there);
  for (const refund of gone) await reverseRefund(ctx, refund.id, 'the gateway no longer counts it');
}

/** Returns the newest refunds made at the gateway that add up to the amount; none if they do not. */
function returned(refunds: readonly RefundRow[], missing: number): RefundRow[] {
  const there = refunds.filter((row) => row.kind === 'at_gateway' && row.state === 'succeeded').toReversed();
  const one = there.find((row) => row.amount_cents === missing);
  if (one) return [one];
  return there.reduce((sum, row) => sum + row.amount_cents, 0) === missing ? there : [];
}
