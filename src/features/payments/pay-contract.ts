import { z } from 'zod/mini';
import { amount, optionalText, publicId, text } from '#wire/fields.ts';
import { action, read } from '#wire/route.ts';
import { payment } from './contract.ts';

const invoiceLink = { param: 'publicId', kind: ['invoice', 'appointment'] } as const;
const personal = z.optional(z.string().check(z.maxLength(200)));
const clientKey = z.optional(z.string().check(z.minLength(8), z.maxLength(100)));
const attemptId = z.string().check(z.regex(/^pa[0-9a-z]{8,18}$/, 'Not a valid ID'));
const refundId = z.string().check(z.regex(/^re[0-9a-z]{8,18}$/, 'Not a valid ID'));
const changed = ['payments', 'appointments', 'portal', 'dashboard'] as const;
const limit = { by: 'ip', max: 60, minutes: 10 } as const;

/** What the payer's page needs to let the gateway's own script ask for the card. */
export const paySession = z.object({
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
export const payResult = z.object({
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
    'Begins to pay online: gives what the gateway needs in the browser to ask for the card. While nobody has paid, the same try is given again.',
  input: z.object({ publicId, p: personal, amount: z.optional(amount), idempotency_key: clientKey }),
  output: paySession,
  limit,
});

export const pay = action('POST /v2/public/invoices/{publicId}/pay', {
  access: 'link',
  link: invoiceLink,
  summary:
    'Charges what the gateway handed to the page: a token, never a card. The amount must be what is owed, or less where the company allows it. Without attempt_id a try is begun first; the same idempotency_key is the same try.',
  input: z.object({
    publicId,
    p: personal,
    amount: z.optional(amount),
    token: z.optional(z.string().check(z.maxLength(4000))),
    descriptor: z.optional(z.string().check(z.maxLength(100))),
    postal_code: z.optional(z.string().check(z.maxLength(20))),
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
  summary: 'How a try to pay stands, by its id.',
  input: z.object({ publicId, p: personal, attempt_id: attemptId }),
  output: payResult,
  invalidates: ['payments'],
});

export const openPaypalOrder = action('POST /v2/public/invoices/{publicId}/paypal-order', {
  access: 'link',
  link: invoiceLink,
  summary: 'Begins to pay with PayPal: gives the order that the payer approves.',
  input: z.object({ publicId, p: personal, amount: z.optional(amount), idempotency_key: clientKey }),
  output: z.object({ attempt_id: z.string(), order_id: z.string() }),
  limit,
});

export const capturePaypalOrder = action('POST /v2/public/invoices/{publicId}/paypal-capture', {
  access: 'link',
  link: invoiceLink,
  summary: 'Takes the money of an order that the payer approved.',
  input: z.object({ publicId, p: personal, order_id: text('Order is required', 60) }),
  output: payResult,
  invalidates: changed,
  limit,
});

export const refundPayment = action('POST /v2/payments/{id}/refund', {
  access: 'member',
  capability: 'refund_payments',
  summary:
    'Gives a payment back, whole or in part: through its gateway, or for money received by hand as a record. It posts its own credit line, so that a paid invoice stays paid. Without an amount all that is left is given back.',
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
    'Ends a refund whose end could not be found out (it has a `problem`), so that its amount is free again. What the gateway tells of it later is booked all the same.',
  input: z.object({ refundId, reason: text('Please give a reason', 500) }),
  output: payment,
  invalidates: changed,
  limit: { by: 'account', max: 60, minutes: 10 },
});

export const closeAttempt = action('POST /v2/payment-attempts/{attemptId}/close', {
  access: 'member',
  capability: 'record_payments',
  summary:
    'Closes a try that waits for its payer, so that somebody else can pay; one that may have charged is looked up instead.',
  input: z.object({ attemptId, reason: optionalText(500) }),
  output: payResult,
  invalidates: changed,
});
