import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { GatewayError } from '#server/outside/pay/kit/gateway.ts';
import { AppError, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import { loadAttemptAtGateway } from '../attempts/attempt-at-gateway.ts';
import { settleAttempt } from '../attempts/settle-attempt.ts';
import type { Payment } from '../contract.ts';
import type * as contract from '../pay-contract.ts';
import { isRefundOpen, type RefundRow, refundById, updateRefund } from '../refund-store.ts';
import { presentedPayment } from '../refunds/refund-payment.ts';
import * as store from '../store.ts';

/**
 * Closes a refund whose result cannot be found out, which releases its amount. Then reads the payment from its gateway
 * once more: what was really refunded there is recorded as refunded at the gateway.
 */
export async function closeRefund(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.closeRefund>,
): Promise<Payment> {
  const row = await ctx.tx((w) => ended(w, input));
  await recheckPayment(ctx, row);
  return ctx.finalTx((w) => presentedPayment(w, row.payment_id));
}

async function ended(w: WriteCtx, input: HandlerInput<typeof contract.closeRefund>): Promise<RefundRow> {
  const found = await refundById(w, input.refundId);
  if (!found) throw notFound();
  await store.lockByAppointment(w, found.appointment_id);
  const row = (await refundById(w, input.refundId)) ?? found;
  if (!isRefundOpen(row)) return row;
  if (row.problem === '')
    throw new AppError('CONFLICT', 'A refund is still in progress. Try again once it is complete.');
  await updateRefund(w, row.id, { state: 'failed', failure_code: 'closed' });
  await w.audit({
    action: 'payment-refund-closed',
    entity: 'payment',
    entity_id: row.payment_id,
    after: { refund: row.id, amount_cents: row.amount_cents, problem: row.problem, reason: input.reason },
  });
  return row;
}

async function recheckPayment(ctx: ActionCtx, { payment_id }: RefundRow): Promise<void> {
  const at = await ctx.read(async (r) => {
    const payment = await mine(r, 'payments')
      .where('id', '=', payment_id)
      .select('attempt_id')
      .executeTakeFirst();
    return payment?.attempt_id ? loadAttemptAtGateway(r, payment.attempt_id) : undefined;
  });
  if (!at?.creds || !at.row.gateway_ref) return;
  try {
    const outcome = await ctx.external.pay.of(at.creds).fetch(at.creds, at.row.gateway_ref);
    await ctx.tx((w) => settleAttempt(w, at.row.id, outcome, 'check'));
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ gateway: at.row.gateway, code: error.code }, 'a closed refund could not be looked up');
  }
}
