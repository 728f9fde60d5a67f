/** What is owed, what is paid, and what follows from it. */

import { asCents, type Cents, maxCents, sumCents, zeroCents } from '../base/money.ts';
import type { EventType } from '../events/events.ts';

export const paymentMethods = ['cash', 'check', 'card', 'bank', 'paypal', 'other'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
export type PaymentStatus = 'pending' | 'succeeded' | 'failed' | 'refunded' | 'partially_refunded';
type InvoiceStatus = 'open' | 'partial' | 'paid' | 'void' | 'refunded';

export interface PaymentFact {
  amount_cents: Cents;
  refunded_cents: Cents;
  status: PaymentStatus;
}

export interface InvoiceState {
  /** What was received and not refunded. */
  paid_cents: Cents;
  /** Negative if too much was received: stored as credit. */
  outstanding_cents: Cents;
  paid: boolean;
  status: InvoiceStatus;
  /** A payment is in progress; it does not open any gate yet. */
  isProcessing: boolean;
}

/** Returns outstanding = total − credits − (succeeded − refunded). Pending and failed payments do not count. */
function outstandingAmount(total: Cents, credits: Cents, payments: readonly PaymentFact[]): Cents {
  return asCents(total - credits - netPaid(payments));
}

/**
 * Returns the state of an invoice. Paid means outstanding ≤ 0, so a total of 0 is paid at once. Nothing is owed on a
 * void invoice, and later receipts are credit; whether it counts as paid is determined as if it were not void, so that
 * voiding neither opens nor closes a report.
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
 * Returns what prevents voiding an invoice, or null: money it holds, or money that may be on its way, in or out. Money
 * must be refunded or reversed first, so that none remains on an invoice that asks for nothing.
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

/** Returns what succeeded payments brought in, less refunds. */
export function netPaid(payments: readonly PaymentFact[]): Cents {
  const counted = payments.filter((p) => p.status !== 'pending' && p.status !== 'failed');
  return asCents(counted.reduce((sum, p) => sum + p.amount_cents - p.refunded_cents, 0));
}

/**
 * Returns what is wrong with the amount of a payment, or null. Recorded manually, any amount above 0 is accepted and
 * the excess stored as credit; online it must be the outstanding amount, or less if partial payments are allowed.
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

/** Ten million: higher credit can only come from typing errors, and would not fit the column. */
const mostCredit = asCents(1_000_000_000);

/** Returns how much of a payment exceeds what is owed and would be stored as credit. */
export function overpaymentCredit(amount: Cents, outstanding: Cents): Cents {
  return maxCents(zeroCents, asCents(amount - maxCents(zeroCents, outstanding)));
}

/** Returns what is wrong with the amount of a refund, or null. */
export function refundProblem(amount: Cents, payment: PaymentFact): string | null {
  if (payment.status !== 'succeeded' && payment.status !== 'partially_refunded') {
    return 'Only received payments can be refunded';
  }
  if (amount <= 0) return 'Amount must be more than 0';
  return amount > payment.amount_cents - payment.refunded_cents
    ? 'Amount is more than can be refunded'
    : null;
}

/** Returns a payment after a full or partial refund, and the credit line that keeps the invoice balance unchanged. */
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

/** Returns a payment after a recorded refund was returned to the company. */
export function removeRefund(
  payment: Pick<PaymentFact, 'amount_cents' | 'refunded_cents'>,
  amount: Cents,
): Pick<PaymentFact, 'refunded_cents' | 'status'> {
  const refunded_cents = maxCents(zeroCents, asCents(payment.refunded_cents - amount));
  return { refunded_cents, status: refunded_cents > 0 ? 'partially_refunded' : 'succeeded' };
}

/**
 * Returns the credit line of a refund, which keeps the outstanding amount unchanged. Refunding an overpayment needs
 * none.
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
 * Returns which of the automation events 15, 16 and 17 a change triggers. 15 requires a signature and 16 a real payment
 * as the cause: a lowered price triggers nothing. 17 is triggered by the later of the two. Each is triggered by the
 * transition from not done to done, hence at most once until undone; the state at creation triggers nothing.
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
