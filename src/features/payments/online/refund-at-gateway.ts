import { asInstant } from '#domain/time.ts';
import { gatewayCreds } from '#features/company/gateway-connection.ts';
import type { ErrandCtx, ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { Creds } from '#server/outside/pay/credentials.ts';
import type {
  Currency,
  GatewayMode,
  GatewayType,
  Refund,
  RefundOutcome,
} from '#server/outside/pay/gateway.ts';
import { type RefundRow, refundById } from './refunds.ts';

/** A refund with what is needed to ask its gateway; `creds` is null when the keys are gone. */
export interface RefundAtGateway {
  row: RefundRow;
  refund: Refund;
  creds: Creds | null;
}

/** Reads a refund as its gateway is asked for it; undefined for one that has none. */
export async function refundAtGateway(ctx: ReadCtx, refundId: string): Promise<RefundAtGateway | undefined> {
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
    creds: await gatewayCreds(ctx, row.gateway as GatewayType, payment.mode as GatewayMode),
  };
}

/** Asks the gateway to give the money back; `isRepeat` when it was asked before and its answer is not known. */
export function askGateway(ctx: ErrandCtx, at: RefundAtGateway, isRepeat: boolean): Promise<RefundOutcome> {
  if (!at.creds) throw new Error('a refund without keys');
  const { creds, refund } = at;
  return ctx.outside.pay.of(creds).refund(creds, { ...refund, isRepeat });
}
