import { randomBytes } from 'node:crypto';
import type { Updateable } from 'kysely';
import { asInstant } from '#domain/base/time.ts';
import { mayBeAnswered } from '#domain/connections/lost-answers.ts';
import type { CheckoutStyle } from '#domain/payments/gateways.ts';
import { type AttemptState, openStates } from '#domain/payments/payment-attempts.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import type { PaymentAttempts } from '#server/db/tables.ts';
import type { Attempt, Currency } from '#server/outside/pay/kit/gateway.ts';
import type { GatewayMode, GatewayType } from '#server/outside/pay/kit/gateway-type.ts';

/** Returns one payment attempt, or undefined. */
export async function attemptById(ctx: ReadCtx | WriteCtx, id: string) {
  const row = await mine(ctx, 'payment_attempts').where('id', '=', id).selectAll().executeTakeFirst();
  if (!row) return undefined;
  return {
    ...row,
    state: row.state as AttemptState,
    gateway: row.gateway as GatewayType,
    mode: row.mode as GatewayMode,
    currency: row.currency as Currency,
    checkout_style: row.checkout_style as CheckoutStyle,
  };
}

export type AttemptRow = NonNullable<Awaited<ReturnType<typeof attemptById>>>;

/** Returns the attempt of an invoice that is still open; a database constraint allows only one. */
export async function openAttemptOf(ctx: ReadCtx | WriteCtx, invoiceId: string) {
  const row = await mine(ctx, 'payment_attempts')
    .where('invoice_id', '=', invoiceId)
    .where('state', 'in', openStates)
    .select('id')
    .executeTakeFirst();
  return row && attemptById(ctx, row.id);
}

/** Returns the attempt that the payer's page started under this client key. */
export async function attemptByKey(ctx: ReadCtx | WriteCtx, invoiceId: string, clientKey: string) {
  const row = await mine(ctx, 'payment_attempts')
    .where('invoice_id', '=', invoiceId)
    .where('client_key', '=', clientKey)
    .select('id')
    .executeTakeFirst();
  return row && attemptById(ctx, row.id);
}

/** Returns the attempt, open or not, that created this PayPal order. The order id identifies it until it is paid. */
export async function attemptByOrder(ctx: ReadCtx, invoiceId: string, orderId: string) {
  const row = await mine(ctx, 'payment_attempts')
    .where('invoice_id', '=', invoiceId)
    .where('gateway', '=', 6)
    .where((eb) => eb.or([eb('order_ref', '=', orderId), eb('gateway_ref', '=', `order:${orderId}`)]))
    .select('id')
    .executeTakeFirst();
  return row && attemptById(ctx, row.id);
}

/** Lists every attempt of an invoice, oldest first. */
export function listAttempts(ctx: ReadCtx, invoiceId: string) {
  return mine(ctx, 'payment_attempts')
    .where('invoice_id', '=', invoiceId)
    .orderBy('created_at')
    .orderBy('id')
    .select([
      'id',
      'gateway',
      'mode',
      'state',
      'amount_cents',
      'decline_code',
      'decline_text',
      'problem',
      'created_at',
    ])
    .execute();
}

/** Updates the given fields of an attempt. */
export async function updateAttempt(
  ctx: WriteCtx,
  id: string,
  changes: Updateable<PaymentAttempts>,
): Promise<void> {
  await updateMine(ctx, 'payment_attempts')
    .set({ ...changes, updated_at: ctx.now })
    .where('id', '=', id)
    .execute();
}

/**
 * Converts an attempt to the form gateways take. Leaves out anything that differs between two visitors, because a
 * repeated request must be identical.
 */
export function toGatewayAttempt(
  ctx: Pick<ReadCtx, 'installation'>,
  row: AttemptRow,
  facts: { number: string; public_id: string; company_name: string; locale: string },
): Attempt {
  const page = `${ctx.installation.publicUrl}/invoice/${facts.public_id}`;
  // A payer who returns from the gateway's page asks for the result of this attempt.
  const back = row.checkout_style === 'redirect' ? `${page}?attempt=${row.id}` : page;
  return {
    id: row.id,
    invoiceId: row.invoice_id,
    invoiceNumber: facts.number,
    subscriberId: row.subscriber_id,
    amountMinor: row.amount_cents,
    currency: row.currency,
    description: facts.number,
    companyName: facts.company_name,
    locale: facts.locale,
    checkoutStyle: row.checkout_style,
    returnUrl: back,
    cancelUrl: back,
    createdAt: asInstant(row.created_at),
    ...(row.gateway_ref ? { gatewayRef: row.gateway_ref } : {}),
    ...(row.page_ref ? { pageRef: row.page_ref } : {}),
    ...(row.order_ref ? { orderRef: row.order_ref } : {}),
  };
}

/**
 * Returns whether the payer pays on the gateway's hosted page, which charges without us and takes another card after a
 * declined one. An attempt that is not found there may still be paid.
 */
export function isPaidOnGatewayPage(row: Pick<AttemptRow, 'gateway' | 'checkout_style'>): boolean {
  return row.checkout_style === 'redirect' && [3, 4, 7].includes(row.gateway);
}

/** Returns whether the gateway's hosted page can still be paid and cannot be closed by us. */
export function isGatewayPageOpen(row: Pick<AttemptRow, 'page_until'>, now: ReadCtx['now']): boolean {
  return row.page_until !== null && now < asInstant(row.page_until);
}

/** Returns whether the gateway's answer may still arrive. After that, the attempt is looked up instead. */
export function isInFlight(row: Pick<AttemptRow, 'state' | 'tried_at'>, now: ReadCtx['now']): boolean {
  return row.state === 'submitting' && row.tried_at !== null && mayBeAnswered(asInstant(row.tried_at), now);
}

/** Returns a short id that is sent to the gateway as our key: 18 characters, 80 random bits. */
export function shortId(kind: 'pa' | 're'): string {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
  return `${kind}${[...randomBytes(16)].map((byte) => alphabet[byte % 32]).join('')}`;
}
