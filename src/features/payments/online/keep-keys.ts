import { isOnlineType } from '#domain/gateways.ts';
import { isIdle, openStates } from '#domain/payment-attempts.ts';
import { connectionOf, gatewayCreds } from '#features/company/gateway-connection.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { GatewayType } from '#server/outside/pay/gateway.ts';
import { AppError } from '#wire/errors.ts';
import type { AttemptRow } from './attempts.ts';

const ofGateway = /^payment\.([3-7])\.(\w+)$/;
/** A sentence names no more. */
const mostNamed = 3;

/**
 * Refuses to take away the keys of a gateway while a payment needs them: a form of it that its payer can still pay, and one
 * that may have been charged, could be neither closed nor looked up without them. Keys that the gateway does not take any more
 * close nothing and may always go, and so may old ones for new ones.
 */
export async function keepKeysInUse(ctx: WriteCtx, fields: readonly string[]): Promise<void> {
  const types = new Set(fields.flatMap((field) => ofGateway.exec(field)?.[1] ?? []).map(Number));
  for (const type of types) {
    if (!isOnlineType(type) || (await gatewayCreds(ctx, type)) !== null) continue;
    if ((await connectionOf(ctx, type))?.status !== 'ok') continue;
    const numbers = await invoicesInPayment(ctx, type);
    if (numbers.length === 0) continue;
    const named = numbers.slice(0, mostNamed).join(', ');
    const message = `The open payment of ${named} still needs these keys. Please end it at the invoice first, or replace the keys instead.`;
    const details = fields.flatMap((field) => {
      const [, of, name] = ofGateway.exec(field) ?? [];
      return Number(of) === type && name ? [[`credentials.${name}`, message]] : [];
    });
    throw new AppError('CONFLICT', message, Object.fromEntries(details));
  }
}

/** The invoices of which a payment with this gateway is not over. */
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

// What the payer hands over in our page is charged by us, and without keys by nobody. At Stripe, and on pages of the gateway's
// own, the payer pays without us.
function needsKeys(type: GatewayType, row: Pick<AttemptRow, 'state' | 'checkout_style'>): boolean {
  if (!isIdle(row.state)) return true;
  return type === 5 || (row.checkout_style === 'redirect' && type !== 6);
}
