/** What is owed, what is paid, and what follows from it. */

import { asCents, type Cents, maxCents, sumCents, zeroCents } from '../base/money.ts';
import type { EventType } from '../events/events.ts';

export const paymentMethods = ['cash', 'check', 'card', 'bank', 'paypal', 'other'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
export type PaymentStatus = 'pending' | 'succeeded' | 'failed' | 'refunded' | 'partially_refunded';
export type InvoiceStatus = 'open' | 'partial' | 'paid' | 'void' | 'refunded';

export interface PaymentFact {
  amount_cents: Cents;
  refunded_cents: Cents;
  status: PaymentStatus;
}

export interface InvoiceState {
  /** What came in and was not given back. */
  paid_cents: Cents;
  /** Below 0 when too much came in: kept as credit. */
  outstanding_cents: Cents;
  paid: boolean;
  status: InvoiceStatus;
  /** A payment is on its way; it opens nothing yet. */
  isProcessing: boolean;
}

/** outstanding = total − credits − (succeeded − refunded). Pending and failed payments count nothing. */
export function outstandingAmount(total: Cents, credits: Cents, payments: readonly PaymentFact[]): Cents {
  return asCents(total - credits - netPaid(payments));
}

/**
 * Where an invoice stands. Paid means outstanding ≤ 0, so a total of 0 is paid at once. Of a void one nothing is owed, and what
 * comes in late is credit; whether it counts as paid is as without that, so that declaring it void neither opens a report nor
 * closes one.
 */
export function invoiceState(input: {
  total_cents: Cents;
  credits_cents: Cents;
  payments: readonly PaymentFact[];
  isVoid?: boolean;
}): InvoiceState {
  const { payments } = input;
  const net = netPaid(payments);
  const unpaid = outstandingAmount(input.total_cents, input.credits_cents, payments);
  const left = input.isVoid ? asCents(0 - net) : unpaid;
  const isPaid = unpaid <= 0;
  const isRefunded = net === 0 && payments.some((p) => p.status === 'refunded');
  let status: InvoiceStatus = isPaid ? 'paid' : net > 0 ? 'partial' : 'open';
  if (isRefunded && isPaid) status = 'refunded';
  if (input.isVoid) status = 'void';
  const isProcessing = payments.some((p) => p.status === 'pending');
  return { paid_cents: net, outstanding_cents: left, paid: isPaid, status, isProcessing };
}

/**
 * What keeps an invoice from being declared void, or null: money it holds, or money that may be on its way, in or out. Money is
 * given back or taken back first, so that none is left on an invoice that asks for nothing.
 */
export function voidProblem(facts: {
  paid_cents: Cents;
  hasPending: boolean;
  attempt: 'none' | 'waiting' | 'confirming';
  isRefunding: boolean;
}): 'holds_money' | 'pending' | 'waiting' | 'confirming' | 'refunding' | null {
  if (facts.attempt === 'confirming' || facts.hasPending) return facts.hasPending ? 'pending' : 'confirming';
  if (facts.isRefunding) return 'refunding';
  if (facts.paid_cents > 0) return 'holds_money';
  return facts.attempt === 'waiting' ? 'waiting' : null;
}

/** What succeeded payments brought in, less what was given back. */
export function netPaid(payments: readonly PaymentFact[]): Cents {
  const counted = payments.filter((p) => p.status !== 'pending' && p.status !== 'failed');
  return asCents(counted.reduce((sum, p) => sum + p.amount_cents - p.refunded_cents, 0));
}

/**
 * What is wrong with the amount of a payment, or null. By hand anything above 0 goes, too much is kept as credit;
 * online it must be what is owed, or less where part payments are allowed.
 */
export function paymentProblem(
  amount: Cents,
  facts: { outstanding_cents: Cents; isByHand: boolean; allow_partial_payments: boolean },
): string | null {
  if (amount <= 0) return 'Amount must be more than 0';
  if (facts.isByHand) {
    const isTooMuch = amount > 100_000_000 || amount - facts.outstanding_cents > mostCredit;
    return isTooMuch ? 'Amount is too large' : null;
  }
  if (facts.outstanding_cents <= 0) return 'This invoice is already paid';
  if (amount > facts.outstanding_cents) return 'Amount is more than the balance due';
  if (amount < facts.outstanding_cents && !facts.allow_partial_payments) {
    return 'Amount must be the full balance due';
  }
  return null;
}

/** Ten million: more is a slip of the keyboard, again and again, and no column holds it. */
const mostCredit = asCents(1_000_000_000);

/** How much of a payment is more than what is owed, and would be kept as credit. */
export function overpaymentCredit(amount: Cents, outstanding: Cents): Cents {
  return maxCents(zeroCents, asCents(amount - maxCents(zeroCents, outstanding)));
}

/** What is wrong with the amount of a refund, or null. */
export function refundProblem(amount: Cents, payment: PaymentFact): string | null {
  if (payment.status !== 'succeeded' && payment.status !== 'partially_refunded') {
    return 'Only received payments can be refunded';
  }
  if (amount <= 0) return 'Amount must be more than 0';
  return amount > payment.amount_cents - payment.refunded_cents
    ? 'Amount is more than can be refunded'
    : null;
}

/** A payment after part or all of it was given back, and the credit line that keeps the invoice where it was. */
export function applyRefund(
  payment: PaymentFact,
  amount: Cents,
): { payment: PaymentFact; credit_cents: Cents } {
  const refunded = sumCents([payment.refunded_cents, amount]);
  const status = refunded >= payment.amount_cents ? 'refunded' : 'partially_refunded';
  return {
    payment: { ...payment, refunded_cents: refunded, status },
    credit_cents: maxCents(zeroCents, amount),
  };
}

/** A payment after a refund that was booked came back to the company. */
export function removeRefund(
  payment: Pick<PaymentFact, 'amount_cents' | 'refunded_cents'>,
  amount: Cents,
): Pick<PaymentFact, 'refunded_cents' | 'status'> {
  const refunded_cents = maxCents(zeroCents, asCents(payment.refunded_cents - amount));
  return { refunded_cents, status: refunded_cents > 0 ? 'partially_refunded' : 'succeeded' };
}

/**
 * The credit line of a refund: it keeps what is owed where it was. What goes back of an over-payment needs none.
 * @example refundCredit(10000, 0) → 10000 ; refundCredit(5000, -5000) → 0
 */
export function refundCredit(amount: Cents, outstandingBefore: Cents): Cents {
  const overPaid = maxCents(zeroCents, asCents(-outstandingBefore));
  return maxCents(zeroCents, asCents(amount - overPaid));
}

/** Whether an appointment is paid and signed. */
export interface AppointmentClearance {
  paid: boolean;
  agreement_signed: boolean;
}

/**
 * Which of the automation events 15, 16 and 17 a change brings about. 15 needs a signature and 16 a real payment as
 * the cause, a lowered price fires nothing; 17 comes with the later of the two. Each fires on the step from not yet to
 * done, hence at most once until it is undone; what an appointment was born with fires nothing.
 */
export function clearanceEvents(
  before: AppointmentClearance,
  after: AppointmentClearance,
  cause: 'signature' | 'payment' | 'other',
): Extract<EventType, 'agreements.completed' | 'invoice.paid' | 'appointment.signed_and_paid'>[] {
  const isSignedNow = cause === 'signature' && !before.agreement_signed && after.agreement_signed;
  const isPaidNow = cause === 'payment' && !before.paid && after.paid;
  if (!isSignedNow && !isPaidNow) return [];
  const first = isSignedNow ? ('agreements.completed' as const) : ('invoice.paid' as const);
  return after.paid && after.agreement_signed ? [first, 'appointment.signed_and_paid'] : [first];
}
