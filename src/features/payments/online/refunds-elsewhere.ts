import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { Outcome } from '#server/outside/pay/gateway.ts';
import { type AttemptRow, shortId } from './attempts.ts';
import { postRefund } from './post-refund.ts';
import { isRefundOpen, refundById, refundsOf } from './refunds.ts';
import { tellOfDispute } from './tell-of-trouble.ts';

/**
 * Books what the company gave back at the gateway itself, past us, and marks a payment whose payer disputes it, of which the
 * administrators are told. While a refund of ours is under way nothing is concluded: it may be the same money.
 */
export async function refundsElsewhere(ctx: WriteCtx, attempt: AttemptRow, outcome: Outcome): Promise<void> {
  const payment = await mine(ctx, 'payments')
    .where('attempt_id', '=', attempt.id)
    .select(['id', 'appointment_id', 'amount_cents', 'refunded_cents', 'disputed_at', 'gateway'])
    .executeTakeFirst();
  if (!payment) return;
  if (outcome.state === 'disputed' && payment.disputed_at === null) await dispute(ctx, payment);
  const refunds = (await refundsOf(ctx, attempt.invoice_id)).filter((row) => row.payment_id === payment.id);
  if (refunds.some(isRefundOpen)) return;
  const there = outcome.refundedMinor ?? (outcome.state === 'refunded' ? payment.amount_cents : 0);
  const amount = Math.min(there, payment.amount_cents) - payment.refunded_cents;
  if (amount <= 0) return;
  const id = shortId('re');
  await ctx.db
    .insertInto('payment_refunds')
    .values({
      subscriber_id: ctx.subscriberId,
      id,
      payment_id: payment.id,
      invoice_id: attempt.invoice_id,
      appointment_id: attempt.appointment_id,
      amount_cents: amount,
      reason: '',
      state: 'succeeded',
      kind: 'at_gateway',
      gateway: payment.gateway,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .execute();
  const row = await refundById(ctx, id);
  if (row) await postRefund(ctx, row);
}

async function dispute(ctx: WriteCtx, payment: Parameters<typeof tellOfDispute>[1]): Promise<void> {
  await ctx.db
    .updateTable('payments')
    .set({ disputed_at: ctx.now })
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('id', '=', payment.id)
    .execute();
  await ctx.audit({ action: 'payment-disputed', entity: 'payment', entity_id: payment.id });
  await tellOfDispute(ctx, payment);
}
