/** Comparing our book with a gateway's own list: where the two say different things about one payment. */
import type { Cents } from '../base/money.ts';

/** A payment as we have it. */
export interface OurPayment {
  amount_cents: Cents;
  refunded_cents: Cents;
  /** Given back, but its end is not known yet. */
  refunding_cents: Cents;
  currency: string;
}

/** The same as its gateway has it; null where it does not tell. */
export interface GatewayPayment {
  amount_cents: Cents;
  refunded_cents: Cents | null;
  currency: string | null;
}

/**
 * What is different, or null. `amount`: another sum, or another currency; `refunded`: another part of it went back. While a
 * refund is under way nothing is concluded of what went back.
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

/** Does a gateway's payment carry a key of ours? Others were taken past us, as at the company's own till. */
export function isOwnAttemptKey(attemptId: string | null): boolean {
  return attemptId !== null && /^pa[0-9a-z]{8,18}$/.test(attemptId);
}

/** Days that a comparison looks back on; each payment is so compared on several days. */
export const reconciliationDays = 3;
/** What was not compared for longer is looked up at most this far back. */
export const maxReconciliationDays = 30;
/** How often a gateway that does not answer is asked in one night. */
export const maxReconciliationAttempts = 6;

/** Minutes until a gateway that did not answer is asked again: 10, 20, 40 and so on. */
export function reconciliationRetryMinutes(tries: number): number {
  return 5 * 2 ** Math.max(1, tries);
}
