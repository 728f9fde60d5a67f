import { addMinutes } from '#domain/base/time.ts';
import type { WriteCtx } from '#server/context.ts';
import type { RefundOutcome } from '#server/outside/pay/kit/gateway.ts';
import { notifyGatewayRejected } from '../notify-gateway-rejected.ts';
import { isRefundOpen, type RefundRow, refundById, updateRefund } from '../refund-store.ts';
import { scheduleRefundCheck } from '../scheduled-checks.ts';
import { lockByAppointment } from '../store.ts';
import { bookRefund } from './book-refund.ts';
import { notifyRefundFailed } from './notify-payment-problems.ts';
import { scheduleRecheck } from './recheck-refund.job.ts';
import { loadRefundAtGateway } from './refund-at-gateway.ts';

/**
 * Applies what the gateway reported about a refund. A successful one is recorded once; a failed one releases its amount
 * and notifies the administrators. One of another amount than requested is not recorded and needs manual review.
 */
export async function settleRefund(
  ctx: WriteCtx,
  refundId: string,
  outcome: RefundOutcome,
  isRepeat = false,
): Promise<RefundRow | undefined> {
  const found = await refundById(ctx, refundId);
  if (!found) return undefined;
  await lockByAppointment(ctx, found.appointment_id);
  const row = (await refundById(ctx, refundId)) ?? found;
  if (!isRefundOpen(row)) return row;
  const { state, kind, gatewayRef, failureCode, failureText } = outcome;
  const isOther = (state === 'succeeded' || state === 'pending') && outcome.amountMinor !== row.amount_cents;
  if (isOther) return refused(ctx, row, outcome);
  // A refund that may have happened must not count as failed because the gateway is unavailable now.
  const wasAskedBefore = isRepeat || row.state !== 'asking';
  const isMoot = wasAskedBefore && state === 'failed' && isTrouble(failureCode);
  const next = isMoot ? 'unknown' : state;
  await updateRefund(ctx, row.id, {
    state: next,
    kind,
    ...(gatewayRef ? { gateway_ref: gatewayRef } : {}),
    ...(failureCode ? { failure_code: failureCode } : {}),
    ...(failureText ? { failure_text: failureText.slice(0, 300) } : {}),
  });
  const after = { ...row, state: next, kind };
  const at = failureCode === 'merchant_setup' ? await loadRefundAtGateway(ctx, row.id) : undefined;
  if (at) await notifyGatewayRejected(ctx, at, failureText);
  if (next === 'succeeded') {
    await bookRefund(ctx, after);
    await scheduleRecheck(ctx, row.id);
  }
  if (next === 'failed') {
    await ctx.audit({
      action: 'payment-refund-failed',
      entity: 'payment',
      entity_id: row.payment_id,
      after: { refund: row.id, amount_cents: row.amount_cents, code: failureCode },
    });
    await notifyRefundFailed(ctx, row, 'refund_failed', failureText ?? '');
  }
  if (isRefundOpen(after)) await checkSoon(ctx, row.id);
  return refundById(ctx, row.id);
}

/** Marks the refund for manual review; its amount stays reserved because money was refunded. Writes one audit entry. */
async function refused(
  ctx: WriteCtx,
  row: RefundRow,
  outcome: RefundOutcome,
): Promise<RefundRow | undefined> {
  const problem = 'wrong_amount';
  if (row.problem === problem) return row;
  const { gatewayRef, amountMinor } = outcome;
  await updateRefund(ctx, row.id, {
    state: 'unknown',
    problem,
    ...(gatewayRef ? { gateway_ref: gatewayRef } : {}),
  });
  await ctx.audit({
    action: 'refund.refused',
    entity: 'payment',
    entity_id: row.payment_id,
    before: { refund: row.id, amount_cents: row.amount_cents },
    after: { reason: problem, gateway_ref: gatewayRef, amount_cents: amountMinor },
  });
  ctx.log.warn({ refund: row.id, problem }, 'a refund does not fit what was asked for');
  await checkSoon(ctx, row.id);
  return refundById(ctx, row.id);
}

async function checkSoon(ctx: WriteCtx, id: string): Promise<void> {
  await scheduleRefundCheck(ctx, id, addMinutes(ctx.now, 1));
}

function isTrouble(code: RefundOutcome['failureCode']): boolean {
  return code === 'gateway_unavailable' || code === 'merchant_setup';
}
