import type { Cents } from './money.ts';
import { isEligible } from './pricing.ts';
import type { Discount, FeeLine } from './pricing-types.ts';
import type { LocalDate } from './time.ts';

/** The rest of a discount code, which decides whether it may be used. */
export interface DiscountTerms extends Discount {
  status: number;
  min_total_cents: Cents;
  max_uses: number | null;
  max_uses_per_client: number | null;
  used_count: number;
  starts_on: LocalDate | null;
  /** Valid through that day. */
  expires_on: LocalDate | null;
  online: boolean;
}

/** A code as people type it, in the form it is stored in: trimmed, upper case. */
export function normalCode(text: string): string {
  return text.trim().toUpperCase();
}

/** What is wrong with a new code's text, or null: 3–30 of A–Z 0–9 - _. */
export function codeProblem(text: string): string | null {
  return /^[A-Z0-9_-]{3,30}$/.test(normalCode(text)) ? null : 'Code must be 3 to 30 letters, digits, - or _';
}

/**
 * Why a code may not be used for these lines, or null when it may. `terms` is null for a code that does not exist;
 * `today` is the company's day.
 */
export function discountProblem(
  terms: DiscountTerms | null,
  facts: {
    lines: readonly Pick<FeeLine, 'serviceId' | 'addOnId' | 'discountCodeId'>[];
    subtotal_cents: Cents;
    today: LocalDate;
    usesOfClient: number;
    isPublic: boolean;
  },
): string | null {
  if (terms?.status !== 1 || (facts.isPublic && !terms.online)) return 'Discount code is not valid';
  if (terms.starts_on !== null && facts.today < terms.starts_on) return 'Discount code is not valid';
  if (terms.expires_on !== null && facts.today > terms.expires_on) return 'Discount code has expired';
  const isUsedUp = terms.max_uses !== null && terms.used_count >= terms.max_uses;
  const isUsedUpByClient =
    terms.max_uses_per_client !== null && facts.usesOfClient >= terms.max_uses_per_client;
  if (isUsedUp || isUsedUpByClient) return 'Discount code has reached its limit';
  const applies = facts.lines.some((line) => isEligible(terms, line));
  return applies && facts.subtotal_cents >= terms.min_total_cents
    ? null
    : 'Discount code does not apply to the chosen services';
}
