import { addMinutes } from '#domain/time.ts';
import type { WriteCtx } from '#server/context.ts';
import type { GatewayType, RefundOutcome } from '#server/outside/pay/gateway.ts';
import { lockedByAppointment } from '../store.ts';
import { followRefund } from './follow-refund.job.ts';
import { postRefund } from './post-refund.ts';
import { changeRefund, isRefundOpen, type RefundRow, refundById } from './refunds.ts';
import { tellOfGateway } from './tell-of-gateway.ts';

/** Applies what the gateway told of a refund: booked once when it happened, its amount free again when it did not. */
export async function settleRefund(
  ctx: WriteCtx,
  refundId: string,
  outcome: RefundOutcome,
  isRepeat = false,
): Promise<RefundRow | undefined> {
  const found = await refundById(ctx, refundId);
  if (!found) return undefined;
  await lockedByAppointment(ctx, found.appointment_id);
  const row = (await refundById(ctx, refundId)) ?? found;
  if (!isRefundOpen(row)) return row;
  const { state, kind, gatewayRef, failureCode, failureText } = outcome;
  // A refund that may have happened is not taken for failed because the gateway is away now.
  const wasAskedBefore = isRepeat || row.state !== 'asking';
  const isMoot = wasAskedBefore && state === 'failed' && isTrouble(failureCode);
  const next = isMoot ? 'unknown' : state;
  await changeRefund(ctx, row.id, {
    state: next,
    kind,
    ...(gatewayRef ? { gateway_ref: gatewayRef } : {}),
    ...(failureCode ? { failure_code: failureCode } : {}),
    ...(failureText ? { failure_text: failureText.slice(0, 300) } : {}),
  });
  const after = { ...row, state: next, kind };
  if (failureCode === 'merchant_setup') await tellOfGateway(ctx, row.gateway as GatewayType, failureText);
  if (next === 'succeeded') await postRefund(ctx, after);
  if (next === 'failed') {
    await ctx.audit({
      action: 'payment-refund-failed',
      entity: 'payment',
      entity_id: row.payment_id,
      after: { refund: row.id, amount_cents: row.amount_cents, code: failureCode },
    });
  }
  if (isRefundOpen(after)) {
    const runAt = addMinutes(ctx.now, 1);
    await ctx.enqueue(followRefund, { refund_id: row.id, checks: 0 }, { key: `refund:${row.id}`, runAt });
  }
  return refundById(ctx, row.id);
}

function isTrouble(code: RefundOutcome['failureCode']): boolean {
  return code === 'gateway_unavailable' || code === 'merchant_setup';
}
