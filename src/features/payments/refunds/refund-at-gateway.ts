import { asInstant } from '#domain/base/time.ts';
import { gatewayCreds } from '#features/company/gateway-connection.ts';
import type { ActionCtx, ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { Creds } from '#server/outside/pay/kit/credentials.ts';
import {
  type Currency,
  GatewayError,
  type Refund,
  type RefundOutcome,
} from '#server/outside/pay/kit/gateway.ts';
import type { GatewayMode, GatewayType } from '#server/outside/pay/kit/gateway-type.ts';
import { failedRefund } from '#server/outside/pay/kit/outcomes.ts';
import { type RefundRow, refundById } from '../refund-store.ts';

/** A refund with everything needed to query its gateway; `creds` is null when the keys were removed. */
export interface RefundAtGateway {
  row: RefundRow;
  refund: Refund;
  creds: Creds | null;
  gateway: GatewayType;
  mode: GatewayMode;
}

/** Loads a refund in the form its gateway takes; undefined for one without a gateway. */
export async function loadRefundAtGateway(
  ctx: ReadCtx | WriteCtx,
  refundId: string,
): Promise<RefundAtGateway | undefined> {
  const row = await refundById(ctx, refundId);
  if (!row || row.gateway === null) return undefined;
  const payment = await mine(ctx, 'payments')
    .innerJoin('payment_attempts', (on) =>
      on
        .onRef('payment_attempts.subscriber_id', '=', 'payments.subscriber_id')
        .onRef('payment_attempts.id', '=', 'payments.attempt_id'),
    )
    .where('payments.id', '=', row.payment_id)
    .select([
      'payments.gateway_ref',
      'payments.amount_cents',
      'payment_attempts.currency',
      'payment_attempts.mode',
    ])
    .executeTakeFirst();
  if (!payment) return undefined;
  const gateway = row.gateway as GatewayType;
  const mode = payment.mode as GatewayMode;
  return {
    row,
    refund: {
      id: row.id,
      gatewayRef: payment.gateway_ref ?? '',
      amountMinor: row.amount_cents,
      capturedMinor: payment.amount_cents,
      currency: payment.currency as Currency,
      reason: row.reason.slice(0, 200),
      createdAt: asInstant(row.created_at),
    },
    creds: await gatewayCreds(ctx, gateway, mode),
    gateway,
    mode,
  };
}

/**
 * Requests the refund from the gateway; `isRepeat` if it was requested before and the answer is unknown. Without keys
 * no request is possible, so no money is refunded.
 */
export async function requestRefund(
  ctx: ActionCtx,
  at: RefundAtGateway,
  isRepeat: boolean,
): Promise<RefundOutcome> {
  const { creds, refund } = at;
  if (!creds) return failedRefund(refund, 'refund', 'merchant_setup', 'the keys are gone');
  const gateway = ctx.external.pay.of(creds);
  const outcome = await gateway.refund(creds, { ...refund, isRepeat });
  const { state, kind, gatewayRef } = outcome;
  if (!isRepeat || state !== 'succeeded' || kind !== 'refund' || gatewayRef === null) return outcome;
  // The gateway may repeat its original answer, although the refund has failed since.
  try {
    const now = await gateway.fetchRefund(creds, refund, gatewayRef);
    return now.state === 'failed' ? now : outcome;
  } catch (error) {
    if (error instanceof GatewayError) return outcome;
    throw error;
  }
}
