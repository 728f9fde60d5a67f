/** Compares our payments with a gateway's own list and finds the differences. */
import type { Cents } from '../base/money.ts';

/** A payment as we recorded it. */
export interface OurPayment {
  amount_cents: Cents;
  refunded_cents: Cents;
  /** Refunds whose outcome is not known yet. */
  refunding_cents: Cents;
  currency: string;
}

/** The same payment as the gateway reports it; null where it does not report a value. */
export interface GatewayPayment {
  amount_cents: Cents;
  refunded_cents: Cents | null;
  currency: string | null;
}

/**
 * Returns the difference, or null. `amount`: another amount or currency. `refunded`: another amount was refunded. While
 * a refund is in progress, refunds are not compared.
 */
export function paymentDifference(
  ours: OurPayment,
  theirs: GatewayPayment,
): { kind: 'amount' | 'refunded'; ours_cents: Cents; theirs_cents: Cents } | null {
  const isOtherCurrency = theirs.currency !== null && theirs.currency.toUpperCase() !== ours.currency;
  if (isOtherCurrency || theirs.amount_cents !== ours.amount_cents)
    return { kind: 'amount', ours_cents: ours.amount_cents, theirs_cents: theirs.amount_cents };
  if (theirs.refunded_cents === null || ours.refunding_cents > 0) return null;
  if (theirs.refunded_cents === ours.refunded_cents) return null;
  return { kind: 'refunded', ours_cents: ours.refunded_cents, theirs_cents: theirs.refunded_cents };
}

/**
 * Returns whether a gateway's payment has one of our attempt ids. Others were taken elsewhere, such as at the company's
 * own terminal.
 */
export function isOwnAttemptKey(attemptId: string | null): boolean {
  return attemptId !== null && /^pa[0-9a-z]{8,18}$/.test(attemptId);
}

/** Days that a comparison covers; each payment is compared on several days. */
export const reconciliationDays = 3;
/** After a longer gap, a comparison covers at most this many days. */
export const maxReconciliationDays = 30;
/** How often a gateway that does not respond is asked in one night. */
export const maxReconciliationAttempts = 6;

/** Returns the minutes until a gateway that did not respond is asked again: 10, 20, 40 and so on. */
export function reconciliationRetryMinutes(attempts: number): number {
  return 5 * 2 ** Math.max(1, attempts);
}
