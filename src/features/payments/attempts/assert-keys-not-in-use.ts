import { isOnlinePaymentType } from '#domain/payments/gateways.ts';
import { isIdle, openStates } from '#domain/payments/payment-attempts.ts';
import {
  gatewayCreds,
  getGatewayConnection,
  isConnectionUsable,
} from '#features/company/gateway-connection.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { GatewayType } from '#server/outside/pay/kit/gateway-type.ts';
import { AppError } from '#wire/errors.ts';
import type { AttemptRow } from '../attempt-store.ts';

const ofGateway = /^payment\.([3-7])\.(\w+)$/;
/** The error message names at most this many invoices. */
const mostNamed = 3;

/**
 * Throws CONFLICT if the keys of a gateway are to be removed while a payment needs them. Without them, a form that can
 * still be paid could not be closed, and neither a possible charge nor a refund in progress could be looked up. Keys
 * that the gateway rejected when they were last checked are useless and can always be removed; replacing keys is always
 * allowed.
 */
export async function assertKeysNotInUse(ctx: WriteCtx, fields: readonly string[]): Promise<void> {
  const types = new Set(fields.flatMap((field) => ofGateway.exec(field)?.[1] ?? []).map(Number));
  for (const type of types) {
    if (!isOnlinePaymentType(type) || (await gatewayCreds(ctx, type)) !== null) continue;
    // A single rejected call proves little: a connection that needs attention may work again on the next call.
    if (!isConnectionUsable(await getGatewayConnection(ctx, type))) continue;
    const paying = await invoicesInPayment(ctx, type);
    const numbers = [...new Set([...paying, ...(await invoicesInRefund(ctx, type))])];
    if (numbers.length === 0) continue;
    const named = numbers.slice(0, mostNamed).join(', ');
    const message = `An open payment for ${named} still uses these API keys. End that payment on the invoice first, or replace the keys instead.`;
    const details = fields.flatMap((field) => {
      const [, of, name] = ofGateway.exec(field) ?? [];
      return Number(of) === type && name ? [[`credentials.${name}`, message]] : [];
    });
    throw new AppError('CONFLICT', message, Object.fromEntries(details));
  }
}

/** Lists the invoices that have an unfinished payment with this gateway. */
async function invoicesInPayment(ctx: WriteCtx, type: GatewayType): Promise<string[]> {
  const rows = await mine(ctx, 'payment_attempts')
    .innerJoin('invoices', (join) =>
      join
        .onRef('invoices.subscriber_id', '=', 'payment_attempts.subscriber_id')
        .onRef('invoices.id', '=', 'payment_attempts.invoice_id'),
    )
    .where('payment_attempts.gateway', '=', type)
    .where('payment_attempts.state', 'in', openStates)
    .where('payment_attempts.problem', '=', '')
    .orderBy('payment_attempts.created_at')
    .select(['invoices.number', 'payment_attempts.state', 'payment_attempts.checkout_style'])
    .execute();
  return rows
    .filter((row) => needsKeys(type, row as Pick<AttemptRow, 'state' | 'checkout_style'>))
    .map(({ number }) => number);
}

/** Lists the invoices that have a refund in progress through this gateway. */
async function invoicesInRefund(ctx: WriteCtx, type: GatewayType): Promise<string[]> {
  const rows = await mine(ctx, 'payment_refunds')
    .innerJoin('invoices', (join) =>
      join
        .onRef('invoices.subscriber_id', '=', 'payment_refunds.subscriber_id')
        .onRef('invoices.id', '=', 'payment_refunds.invoice_id'),
    )
    .where('payment_refunds.gateway', '=', type)
    .where('payment_refunds.state', 'in', ['asking', 'pending', 'unknown'])
    // A refund that already needs manual review gains nothing from further lookups.
    .where('payment_refunds.problem', '=', '')
    .orderBy('payment_refunds.created_at')
    .select('invoices.number')
    .execute();
  return rows.map(({ number }) => number);
}

// A payment method submitted on our page is charged by us, which is impossible without keys. At Stripe and on hosted
// pages the payer pays without us.
function needsKeys(type: GatewayType, row: Pick<AttemptRow, 'state' | 'checkout_style'>): boolean {
  if (!isIdle(row.state)) return true;
  return type === 5 || (row.checkout_style === 'redirect' && type !== 6);
}
