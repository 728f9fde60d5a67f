import { z } from 'zod/mini';
import { amount, asCode, optionalText, publicId, text } from '#wire/fields.ts';
import { action, read } from '#wire/route.ts';
import { payment } from './contract.ts';

const invoiceLink = { param: 'publicId', kind: ['invoice', 'appointment'] } as const;
const personal = z.optional(z.string().check(asCode, z.maxLength(200)));
const clientKey = z.optional(z.string().check(asCode, z.minLength(8), z.maxLength(100)));
const attemptId = z.string().check(z.regex(/^pa[0-9a-z]{8,18}$/, 'Not a valid ID'));
const refundId = z.string().check(z.regex(/^re[0-9a-z]{8,18}$/, 'Not a valid ID'));
const changed = ['payments', 'appointments', 'portal', 'dashboard'] as const;
const limit = { by: 'ip', max: 60, minutes: 10 } as const;

/** What the payer's page needs to let the gateway's own script ask for the card. */
const paySession = z.object({
  attempt_id: z.string(),
  gateway: z.number(),
  mode: z.enum(['simulator', 'test', 'live']),
  script_url: z.nullable(z.string()),
  /** Set when the payer is redirected to the gateway's hosted page instead; a POST carries `fields`. */
  redirect: z.nullable(
    z.object({
      url: z.string(),
      method: z.enum(['GET', 'POST']),
      fields: z.record(z.string(), z.string()),
    }),
  ),
  public_key: z.string(),
  client_token: z.string(),
  extra: z.record(z.string(), z.string()),
  amount: z.number(),
  currency: z.string(),
});
export type PaySession = z.infer<typeof paySession>;

/**
 * The state of a payment attempt. `waiting`: the gateway waits for the payer; `processing`: the result is not known
 * yet, or the bank takes its time; `declined`: not charged, `code` says why; `closed`: ended without a charge, another
 * attempt may start.
 */
const payResult = z.object({
  attempt_id: z.string(),
  state: z.enum(['waiting', 'processing', 'paid', 'declined', 'closed']),
  code: z.string(),
  amount: z.number(),
});
export type PayResult = z.infer<typeof payResult>;

export const beginPayment = action('POST /v2/public/invoices/{publicId}/pay-session', {
  access: 'link',
  link: invoiceLink,
  summary:
    'Starts an online payment: returns what the gateway needs in the browser to ask for the card. Until it is paid, the same attempt is returned again.',
  input: z.object({ publicId, p: personal, amount: z.optional(amount), idempotency_key: clientKey }),
  output: paySession,
  limit,
});

export const pay = action('POST /v2/public/invoices/{publicId}/pay', {
  access: 'link',
  link: invoiceLink,
  summary:
    'Charges the token that the gateway gave to the page, never a card. The amount must be the balance due, or less if the company allows partial payments. Without attempt_id an attempt is started first; the same idempotency_key returns the same attempt.',
  input: z.object({
    publicId,
    p: personal,
    amount: z.optional(amount),
    token: z.optional(z.string().check(asCode, z.maxLength(4000))),
    descriptor: z.optional(z.string().check(asCode, z.maxLength(100))),
    postal_code: z.optional(z.string().check(asCode, z.maxLength(20))),
    attempt_id: z.optional(attemptId),
    idempotency_key: clientKey,
  }),
  output: payResult,
  invalidates: changed,
  limit,
});

export const getPayState = read('GET /v2/public/invoices/{publicId}/pay-state', {
  access: 'link',
  link: invoiceLink,
  summary: 'Returns the state of a payment attempt.',
  input: z.object({ publicId, p: personal, attempt_id: attemptId }),
  output: payResult,
  invalidates: ['payments'],
});

export const openPaypalOrder = action('POST /v2/public/invoices/{publicId}/paypal-order', {
  access: 'link',
  link: invoiceLink,
  summary: 'Starts a PayPal payment: returns the order that the payer approves.',
  input: z.object({ publicId, p: personal, amount: z.optional(amount), idempotency_key: clientKey }),
  output: z.object({ attempt_id: z.string(), order_id: z.string() }),
  limit,
});

export const capturePaypalOrder = action('POST /v2/public/invoices/{publicId}/paypal-capture', {
  access: 'link',
  link: invoiceLink,
  summary: 'Captures an order that the payer approved.',
  input: z.object({ publicId, p: personal, order_id: text('Order is required', 60) }),
  output: payResult,
  invalidates: changed,
  limit,
});

export const refundPayment = action('POST /v2/payments/{id}/refund', {
  access: 'member',
  capability: 'refund_payments',
  summary:
    'Refunds a payment in full or in part: through its gateway, or as a record for an offline payment. Adds a credit line, so that a paid invoice stays paid. Without an amount, everything that is left is refunded.',
  input: z.object({
    id: z.uuid('Not a valid ID'),
    amount: z.optional(amount),
    reason: text('Please give a reason', 500),
  }),
  output: payment,
  invalidates: changed,
  limit: { by: 'account', max: 60, minutes: 10 },
});

export const closeRefund = action('POST /v2/payment-refunds/{refundId}/close', {
  access: 'member',
  capability: 'refund_payments',
  summary:
    'Closes a refund whose result could not be found out (it has a `problem`), which releases its amount. Anything the gateway reports later is still recorded.',
  input: z.object({ refundId, reason: text('Please give a reason', 500) }),
  output: payment,
  invalidates: changed,
  limit: { by: 'account', max: 60, minutes: 10 },
});

export const closeAttempt = action('POST /v2/payment-attempts/{attemptId}/close', {
  access: 'member',
  capability: 'record_payments',
  summary:
    'Closes an attempt that waits for its payer, so that another can be started. One that may have charged the payer is looked up instead.',
  input: z.object({ attemptId, reason: optionalText(500) }),
  output: payResult,
  invalidates: changed,
});
