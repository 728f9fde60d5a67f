import type { WriteCtx } from '#server/context.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import type { Outcome } from '#server/outside/pay/kit/gateway.ts';
import { type AttemptRow, shortId } from '../attempt-store.ts';
import { isRefundOpen, refundById, refundsOf } from '../refund-store.ts';
import { bookRefund } from './book-refund.ts';
import { notifyDispute } from './notify-payment-problems.ts';

/**
 * Records refunds that the company made at the gateway, outside the app. Also marks a payment whose payer disputes it,
 * and notifies the administrators. Concludes nothing while one of our refunds is in progress: it may be the same money.
 */
export async function recordExternalRefunds(
  ctx: WriteCtx,
  attempt: AttemptRow,
  outcome: Outcome,
): Promise<void> {
  const payment = await mine(ctx, 'payments')
    .where('attempt_id', '=', attempt.id)
    .select(['id', 'appointment_id', 'amount_cents', 'refunded_cents', 'disputed_at', 'gateway'])
    .executeTakeFirst();
  if (!payment) return;
  if (outcome.state === 'disputed' && payment.disputed_at === null) await dispute(ctx, payment);
  const refunds = (await refundsOf(ctx, attempt.invoice_id)).filter((row) => row.payment_id === payment.id);
  if (refunds.some(isRefundOpen)) return;
  const { refundedMinor, state } = outcome;
  const there = refundedMinor ?? (state === 'refunded' ? payment.amount_cents : null);
  if (there !== null) {
    const amount = Math.min(there, payment.amount_cents) - payment.refunded_cents;
    if (amount > 0) await recordExternal(ctx, attempt, { ...payment, amount, ref: null });
    return;
  }
  let left = payment.amount_cents - payment.refunded_cents;
  for (const { gatewayRef: ref, refundId, amountMinor } of outcome.refunds ?? []) {
    const isKnown = refunds.some(
      (row) => row.state === 'succeeded' && (row.gateway_ref === ref || row.id === refundId),
    );
    const amount = Math.min(amountMinor, left);
    if (isKnown || amount <= 0) continue;
    await recordExternal(ctx, attempt, { ...payment, amount, ref });
    left -= amount;
  }
}

/** Records the refund with the gateway's reference, if it reports one, so that it is recognized when listed again. */
async function recordExternal(
  ctx: WriteCtx,
  attempt: AttemptRow,
  of: { id: string; gateway: number | null; amount: number; ref: string | null },
): Promise<void> {
  const id = shortId('re');
  await insertMine(ctx, 'payment_refunds', {
    id,
    payment_id: of.id,
    invoice_id: attempt.invoice_id,
    appointment_id: attempt.appointment_id,
    amount_cents: of.amount,
    reason: '',
    state: 'succeeded',
    kind: 'at_gateway',
    gateway: of.gateway,
    gateway_ref: of.ref,
    created_at: ctx.now,
    updated_at: ctx.now,
  }).execute();
  const row = await refundById(ctx, id);
  if (row) await bookRefund(ctx, row);
}

async function dispute(ctx: WriteCtx, payment: Parameters<typeof notifyDispute>[1]): Promise<void> {
  await updateMine(ctx, 'payments').set({ disputed_at: ctx.now }).where('id', '=', payment.id).execute();
  await ctx.audit({ action: 'payment-disputed', entity: 'payment', entity_id: payment.id });
  await notifyDispute(ctx, payment);
}
