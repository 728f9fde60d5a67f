import { z } from 'zod/mini';
import { paymentMethods } from '#domain/payments/payments.ts';
import { linkStates } from '#domain/people/client-rights.ts';
import { companyBranding } from '#features/agreements/contract.ts';
import { amount, asCode, calendarDay, id, instant, optionalText, publicId, text } from '#wire/fields.ts';
import { pageQuery, pageSchema } from '#wire/paging.ts';
import { action, read, write } from '#wire/route.ts';

const invoiceLine = z.object({
  id,
  line_item: z.string(),
  pricing_details: z.string(),
  pretax_amount: z.number(),
  tax_amount: z.number(),
  tax_description: z.string(),
  notes_for_client_invoice: z.string(),
  total: z.number(),
});

/** A payment as its payer may see it. */
const publicPayment = z.object({
  received_at: instant,
  method: z.string(),
  amount: z.number(),
  refunded_amount: z.number(),
  status: z.string(),
});

/** An invoice as shown on its page and PDF. Lines with a negative amount are the discount. */
const publicInvoice = z.object({
  public_id: publicId,
  appointment_public_id: publicId,
  number: z.string(),
  status: z.enum(['open', 'partial', 'paid', 'void', 'refunded']),
  currency: z.number(),
  issued_on: z.string(),
  due_date: z.nullable(z.string()),
  subtotal: z.number(),
  taxes: z.array(z.object({ name: z.string(), amount: z.number() })),
  total: z.number(),
  /** Sum of the credit lines: refunds of a paid invoice. */
  credits: z.number(),
  credit_lines: z.array(z.object({ at: instant, amount: z.number() })),
  paid_amount: z.number(),
  outstanding: z.number(),
  paid: z.boolean(),
  is_processing: z.boolean(),
  /** The day it was voided. */
  voided_on: z.nullable(z.string()),
  lines: z.array(invoiceLine),
  payments: z.array(publicPayment),
  notes: z.string(),
  bill_to: z.array(z.string()),
  property_address: z.string(),
  order_id: z.string(),
  date_time: instant,
  is_canceled: z.boolean(),
  payment_type: z.number(),
  payment_instructions: z.string(),
  external_payment_url: z.nullable(z.string()),
  /** How it can be paid online now; null if it cannot, or if nothing is due. */
  online: z.nullable(
    z.object({
      gateway: z.number(),
      mode: z.enum(['simulator', 'test', 'live']),
      /** Whether the card is entered on our page or on the gateway's hosted page. */
      checkout_style: z.enum(['embedded', 'redirect']),
      allow_partial_payments: z.boolean(),
    }),
  ),
  /** It can be paid online, but the visitor's link lacks the personal part that is required to pay. */
  needs_personal_link: z.boolean(),
  /** Whether the personal part of the link is valid. */
  link_state: z.enum(linkStates),
  company: companyBranding,
  /** Set for a signed-in member of this company, who gets the member view; null for clients. */
  appointment_id: z.nullable(id),
});
export type PublicInvoice = z.infer<typeof publicInvoice>;

/** A completed refund or one in progress. */
const refund = z.object({
  id: z.string(),
  amount: z.number(),
  credit: z.number(),
  reason: z.string(),
  state: z.enum(['asking', 'pending', 'unknown', 'succeeded', 'failed']),
  kind: z.enum(['by_hand', 'refund', 'void', 'at_gateway']),
  failure_code: z.string(),
  failure_text: z.string(),
  problem: z.string(),
  created_at: instant,
});
export type Refund = z.infer<typeof refund>;

/** An attempt to pay online that has not led to a payment: in progress or unsuccessful. */
const attempt = z.object({
  id: z.string(),
  gateway: z.number(),
  mode: z.string(),
  state: z.string(),
  amount: z.number(),
  code: z.string(),
  /** The gateway's own message. */
  text: z.string(),
  problem: z.string(),
  created_at: instant,
});

/** A payment as the company sees it. */
export const payment = z.object({
  id,
  invoice_id: id,
  appointment_id: id,
  amount: z.number(),
  method: z.string(),
  gateway: z.nullable(z.number()),
  status: z.string(),
  refunded_amount: z.number(),
  note: z.string(),
  received_at: instant,
  recorded_by: z.nullable(id),
  recorded_by_name: z.string(),
  voided_at: z.nullable(instant),
  void_reason: z.string(),
  card_brand: z.string(),
  card_last4: z.string(),
  disputed_at: z.nullable(instant),
  refunds: z.array(refund),
  /** The amount that can still be refunded. */
  refundable: z.number(),
  created_at: instant,
});
export type Payment = z.infer<typeof payment>;

const invoice = z.object({
  ...publicInvoice.shape,
  id,
  appointment_id: id,
  payment_notes: z.string(),
  require_payment: z.boolean(),
  void_reason: z.string(),
  records: z.array(payment),
  attempts: z.array(attempt),
  link: z.string(),
});
export type Invoice = z.infer<typeof invoice>;

export const getInvoice = read('GET /v2/appointments/{id}/invoice', {
  access: 'member',
  capability: 'see_prices',
  summary: 'Returns the invoice of an appointment. Payment records require the permission to see payments.',
  input: z.object({ id }),
  output: invoice,
  invalidates: ['payments', 'appointments'],
});

export const downloadInvoice = action('GET /v2/appointments/{id}/invoice/pdf', {
  access: 'member',
  capability: 'see_prices',
  summary: 'Returns the invoice as a PDF.',
  input: z.object({ id }),
  download: true,
});

const changed = ['payments', 'appointments', 'portal', 'dashboard'] as const;

export const sendInvoice = write('POST /v2/appointments/{id}/invoice/send', {
  access: 'member',
  capability: 'record_payments',
  summary: 'Mails the invoice with its link to every client of the appointment.',
  input: z.object({ id }),
  output: z.object({ recipients: z.number() }),
  invalidates: ['messages'],
});

export const voidInvoice = write('POST /v2/appointments/{id}/invoice/void', {
  access: 'member',
  capability: 'record_payments',
  summary:
    'Voids the invoice of an appointment: nothing is due and it cannot be paid. Rejected while it holds money or a payment or refund is in progress. Voiding does not release reports.',
  input: z.object({ id, reason: text('Please give a reason', 500) }),
  output: invoice,
  invalidates: changed,
});

export const restoreInvoice = write('POST /v2/appointments/{id}/invoice/restore', {
  access: 'member',
  capability: 'record_payments',
  summary: 'Restores a void invoice under its number, with the current fees.',
  input: z.object({ id }),
  output: invoice,
  invalidates: changed,
});

export const recordPayment = write('POST /v2/appointments/{id}/payments', {
  access: 'member',
  capability: 'record_payments',
  summary: 'Records an offline payment. An overpayment is stored as credit.',
  input: z.object({
    id,
    amount,
    method: z.enum(paymentMethods, 'Choose a payment method'),
    note: optionalText(500),
    received_at: z.optional(z.string().check(asCode, z.maxLength(40))),
  }),
  output: payment,
  invalidates: changed,
});

export const voidPayment = write('POST /v2/payments/{id}/void', {
  access: 'member',
  capability: 'record_payments',
  summary: 'Voids a payment that was recorded by mistake. It stays visible but no longer counts.',
  input: z.object({ id, reason: text('Please give a reason', 500) }),
  output: payment,
  invalidates: changed,
});

/** A payment in the company's list, with what it was for. */
const listedPayment = z.object({
  ...payment.shape,
  order_id: z.string(),
  address: z.string(),
  /** The first client of the appointment. */
  paid_for: z.string(),
  invoice_public_id: z.string(),
});
export type ListedPayment = z.infer<typeof listedPayment>;

/** Filters of the payment list: unchanged, refunded in part or full, voided, or disputed. */
export const paymentStates = ['received', 'given_back', 'taken_back', 'disputed'] as const;

const paymentFilter = {
  appointmentId: z.optional(id),
  text: optionalText(200),
  method: z.optional(z.enum(paymentMethods)),
  state: z.optional(z.enum(paymentStates)),
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
  subscriberId: optionalText(60),
};

export const listPayments = read('GET /v2/payments', {
  access: 'member',
  capability: 'see_payments',
  summary:
    'Lists payments of the company or of one appointment in the order they were recorded, newest first. text matches what it matches in the appointment list, or an amount. from and to are days in the company’s time zone; with either of them, payments are listed in the order they were received.',
  input: z.object({
    ...pageQuery,
    ...paymentFilter,
  }),
  output: pageSchema(listedPayment),
  invalidates: ['payments'],
});

const sums = z.object({
  /** The currency of the invoices, as in the company's settings. */
  currency: z.number(),
  count: z.number(),
  /** Including what was refunded later. */
  received: z.number(),
  refunded: z.number(),
  pending: z.number(),
  voided: z.number(),
  /** The part of `received` that is disputed. */
  disputed: z.number(),
});
export type PaymentSums = z.infer<typeof sums>;

export const totalPayments = read('GET /v2/payments/totals', {
  access: 'member',
  capability: 'see_payments',
  summary: 'Adds up the payments of a filtered list by state, one entry per currency.',
  input: z.object(paymentFilter),
  output: z.object({ totals: z.array(sums) }),
  invalidates: ['payments'],
});

const invoiceLink = { param: 'publicId', kind: ['invoice', 'appointment'] } as const;
const onLink = z.object({ publicId, p: z.optional(z.string().check(asCode, z.maxLength(200))) });

export const getPublicInvoice = read('GET /v2/public/invoices/{publicId}', {
  access: 'link',
  link: invoiceLink,
  summary: 'Returns an invoice by its public id or that of its appointment.',
  input: onLink,
  output: publicInvoice,
  invalidates: ['payments'],
});

export const downloadPublicInvoice = action('GET /v2/public/invoices/{publicId}/pdf', {
  access: 'link',
  link: invoiceLink,
  summary: 'Returns the invoice as a PDF.',
  input: onLink,
  download: true,
  limit: { by: 'ip', max: 120, minutes: 10 },
});
