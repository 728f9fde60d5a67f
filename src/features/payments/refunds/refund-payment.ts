import { asCents, type Cents, toCentsOrNull } from '#domain/base/money.ts';
import { firstCheckAt } from '#domain/connections/lost-answers.ts';
import { type PaymentStatus, refundProblem } from '#domain/payments/payments.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { insertMine } from '#server/db/scope.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import { shortId } from '../attempt-store.ts';
import type { Payment } from '../contract.ts';
import type * as contract from '../pay-contract.ts';
import { presentPayment } from '../present-payments.ts';
import { isRefundOpen, type RefundRow, refundById, refundByKey, refundsOf } from '../refund-store.ts';
import { scheduleRefundCheck } from '../scheduled-checks.ts';
import * as store from '../store.ts';
import { bookRefund } from './book-refund.ts';
import { loadRefundAtGateway, requestRefund } from './refund-at-gateway.ts';
import { settleRefund } from './settle-refund.ts';

/**
 * Refunds a payment in full or in part. An online payment is refunded through its gateway; for an offline payment the
 * refund is only recorded. Never refunds more than is left, counting refunds in progress. A refund that takes the
 * gateway a while is shown as pending and recorded once it has happened.
 */
export async function refundPayment(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.refundPayment>,
): Promise<Payment> {
  const { refund, isRepeat } = await ctx.tx((w) => reserveRefund(w, input, ctx.idempotencyKey ?? null));
  if (refund.gateway !== null && isRefundOpen(refund)) {
    const at = await ctx.read((r) => loadRefundAtGateway(r, refund.id));
    if (!at) throw notFound();
    const outcome = await requestRefund(ctx, at, isRepeat);
    const settled = await ctx.tx((w) => settleRefund(w, refund.id, outcome, isRepeat));
    if (settled?.state === 'failed') throw refusal(settled);
  }
  return ctx.finalTx((w) => presentedPayment(w, input.id));
}

/** Returns the current state of a payment, for commands that change its refunds. */
export async function presentedPayment(w: WriteCtx, paymentId: string): Promise<Payment> {
  const row = await store.paymentById(w, paymentId);
  if (!row) throw notFound();
  const refunds = await refundsOf(w, row.invoice_id);
  return presentPayment(row, (await getCompany(w)).timezone, refunds);
}

/**
 * Stores the refund before the gateway is asked, so that it is known whatever happens next; an offline refund has
 * already happened. A request under the same key by a process that died continues that refund instead of creating a
 * second one.
 */
async function reserveRefund(
  w: WriteCtx,
  input: HandlerInput<typeof contract.refundPayment>,
  client_key: string | null,
): Promise<{ refund: RefundRow; isRepeat: boolean }> {
  const found = await store.paymentById(w, input.id);
  if (!found) throw notFound();
  await store.lockByAppointment(w, found.appointment_id);
  const payment = (await store.paymentById(w, input.id)) ?? found;
  const earlier = client_key === null ? undefined : await refundByKey(w, payment.id, client_key);
  if (earlier) return { refund: earlier, isRepeat: true };
  if (payment.voided_at !== null) throw new AppError('CONFLICT', 'Only received payments can be refunded');
  const amount = await amountOf(w, payment, input.amount);
  const id = shortId('re');
  const isByHand = payment.gateway === null;
  await insertMine(w, 'payment_refunds', {
    id,
    payment_id: payment.id,
    invoice_id: payment.invoice_id,
    appointment_id: payment.appointment_id,
    amount_cents: amount,
    reason: input.reason,
    state: isByHand ? 'succeeded' : 'asking',
    kind: isByHand ? 'by_hand' : 'refund',
    gateway: payment.gateway,
    client_key,
    refunded_by: w.requireUser().userId,
    created_at: w.now,
    updated_at: w.now,
  }).execute();
  const row = await refundById(w, id);
  if (!row) throw notFound();
  if (isByHand) await bookRefund(w, row);
  else {
    // Check before anything is requested: a refund that cannot be requested must not reserve its amount.
    if (!(await loadRefundAtGateway(w, id))?.creds) throw noKeys();
    await scheduleRefundCheck(w, id, firstCheckAt(w.now));
  }
  return { refund: row, isRepeat: false };
}

async function amountOf(w: WriteCtx, payment: store.PaymentRow, typed: number | undefined): Promise<Cents> {
  const refunds = await refundsOf(w, payment.invoice_id);
  const underWay = refunds
    .filter((row) => row.payment_id === payment.id && isRefundOpen(row))
    .reduce((sum, row) => sum + row.amount_cents, 0);
  const left = payment.amount_cents - payment.refunded_cents - underWay;
  const amount = typed === undefined ? asCents(left) : toCentsOrNull(typed);
  if (amount === null) throw badInput({ amount: 'Amount can have at most two decimals' });
  const problem = refundProblem(amount, {
    amount_cents: payment.amount_cents as Cents,
    refunded_cents: asCents(payment.refunded_cents + underWay),
    status: payment.status as PaymentStatus,
  });
  if (problem) throw badInput({ amount: problem });
  return amount;
}

const refusals: Readonly<Record<string, string>> = {
  too_much: 'Amount is more than the gateway can still refund for this payment',
  not_settled:
    'Partial refunds are possible once the gateway has settled the payment, usually by tomorrow. You can refund the full amount now.',
  gateway_unavailable: 'The gateway isn’t responding. Nothing was refunded. Try again later.',
  merchant_setup:
    'The gateway rejected your API keys. Nothing was refunded. Check the keys in the payment settings.',
};

function noKeys(): AppError {
  const message =
    'The API keys used for this payment were removed. Issue the refund in your gateway’s dashboard.';
  return new AppError('CONFLICT', message, { code: 'no_keys' });
}

function refusal(row: RefundRow): AppError {
  const message = refusals[row.failure_code] ?? 'The gateway declined this refund';
  return new AppError('CONFLICT', message, { code: row.failure_code, gateway: row.failure_text });
}
