import { asCents, type Cents, type Percent, toCentsOrNull, toPercentOrNull } from '../base/money.ts';
import type { LocalDate } from '../base/time.ts';
import { isLineEligible } from './pricing.ts';
import type { Discount, FeeLine } from './pricing-types.ts';

/** A discount code with the conditions of its use. */
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

/** What a code is checked against. `today` is the company's day. */
export interface DiscountFacts {
  lines: readonly Pick<FeeLine, 'serviceId' | 'addOnId' | 'discountCodeId'>[];
  subtotal_cents: Cents;
  today: LocalDate;
  usesOfClient: number;
  isPublic: boolean;
}

/** Why a code is refused, in more detail than its message. */
export type DiscountRefusalReason =
  | 'unknown'
  | 'off'
  | 'not_online'
  | 'not_yet'
  | 'expired'
  | 'used_up'
  | 'used_up_by_client'
  | 'services'
  | 'min_total';

/** The message shown for each reason (decisions G-DSC-1). */
export const discountMessages: Readonly<Record<DiscountRefusalReason, string>> = {
  unknown: 'Discount code is not valid',
  off: 'Discount code is not valid',
  not_online: 'Discount code is not valid',
  not_yet: 'Discount code is not valid',
  expired: 'Discount code has expired',
  used_up: 'Discount code has reached its limit',
  used_up_by_client: 'Discount code has reached its limit',
  services: 'Discount code does not apply to the chosen services',
  min_total: 'Discount code does not apply to the chosen services',
};

/** Normalizes a typed code to the form it is stored in: trimmed, upper case. */
export function normalizeDiscountCode(text: string): string {
  return text.trim().toUpperCase();
}

/** Returns what is wrong with the text of a new code, or null: 3–30 of A–Z 0–9 - _. */
export function discountCodeProblem(text: string): string | null {
  return /^[A-Z0-9_-]{3,30}$/.test(normalizeDiscountCode(text))
    ? null
    : 'Code must be 3 to 30 letters, digits, - or _';
}

/**
 * Returns why a code may not be used for these lines, or null if it may. `terms` is null for a code that does not
 * exist.
 */
export function discountRefusal(
  terms: DiscountTerms | null,
  facts: DiscountFacts,
): DiscountRefusalReason | null {
  if (terms === null) return 'unknown';
  if (terms.status !== 1) return 'off';
  if (facts.isPublic && !terms.online) return 'not_online';
  if (terms.starts_on !== null && facts.today < terms.starts_on) return 'not_yet';
  if (terms.expires_on !== null && facts.today > terms.expires_on) return 'expired';
  if (terms.max_uses !== null && terms.used_count >= terms.max_uses) return 'used_up';
  if (terms.max_uses_per_client !== null && facts.usesOfClient >= terms.max_uses_per_client) {
    return 'used_up_by_client';
  }
  if (!facts.lines.some((line) => isLineEligible(terms, line))) return 'services';
  return facts.subtotal_cents >= terms.min_total_cents ? null : 'min_total';
}

/** Returns the message for a code that may not be used for these lines, or null if it may. */
export function discountProblem(terms: DiscountTerms | null, facts: DiscountFacts): string | null {
  const reason = discountRefusal(terms, facts);
  if (reason === null) return null;
  // How often a client used a code is known to the company only: a visitor may be anyone who typed their address.
  return discountMessages[facts.isPublic && reason === 'used_up_by_client' ? 'unknown' : reason];
}

/** The state of a code today, regardless of what it would be used for. */
export type DiscountState = 'active' | 'scheduled' | 'expired' | 'used_up' | 'off';

/** Returns the state of a code on a day of the company. */
export function discountState(
  terms: Pick<DiscountTerms, 'status' | 'starts_on' | 'expires_on' | 'max_uses' | 'used_count'>,
  today: LocalDate,
): DiscountState {
  if (terms.status !== 1) return 'off';
  if (terms.expires_on !== null && today > terms.expires_on) return 'expired';
  if (terms.max_uses !== null && terms.used_count >= terms.max_uses) return 'used_up';
  return terms.starts_on !== null && today < terms.starts_on ? 'scheduled' : 'active';
}

/** A code on the wire; `value` is a percentage or an amount, depending on its type. */
export interface DiscountPayload {
  code?: string | undefined;
  type?: number | undefined;
  value?: number | undefined;
  min_total?: number | undefined;
  max_uses?: number | null | undefined;
  max_uses_per_client?: number | null | undefined;
  starts_on?: string | null | undefined;
  expires_on?: string | null | undefined;
}

/** The columns of a code that are derived from the request. */
export interface DiscountValues {
  code: string;
  type: 1 | 2;
  percent: Percent | null;
  amount_cents: Cents | null;
  min_total_cents: Cents;
  max_uses: number | null;
  max_uses_per_client: number | null;
  starts_on: LocalDate | null;
  expires_on: LocalDate | null;
}

/** Parses a complete code, and returns what is wrong with it by field. `used` is how often it has been used. */
export function parseDiscount(
  sent: DiscountPayload,
  used = 0,
): { values: DiscountValues; problems: Record<string, string> } {
  const problems: Record<string, string> = {};
  const code = normalizeDiscountCode(sent.code ?? '');
  const badCode = code === '' ? 'Code is required' : discountCodeProblem(code);
  if (badCode) problems.code = badCode;
  const type = sent.type === 2 ? 2 : 1;
  const worth = readWorth(type, sent.value, problems);
  const minimum = toCentsOrNull(sent.min_total ?? 0);
  if (minimum === null || minimum < 0 || minimum > mostCents) {
    problems.min_total = 'Amount must be 0 or more, with at most two decimals';
  }
  const max_uses = readCount(sent.max_uses, 'max_uses', problems);
  if (max_uses !== null && max_uses < used) {
    problems.max_uses ??= `This code has already been used ${used} times`;
  }
  const starts_on = (sent.starts_on || null) as LocalDate | null;
  const expires_on = (sent.expires_on || null) as LocalDate | null;
  if (starts_on && expires_on && starts_on > expires_on) {
    problems.expires_on = 'The last day can’t be before the first day';
  }
  const max_uses_per_client = readCount(sent.max_uses_per_client, 'max_uses_per_client', problems);
  const min_total_cents = minimum ?? asCents(0);
  return {
    values: { code, type, ...worth, min_total_cents, max_uses, max_uses_per_client, starts_on, expires_on },
    problems,
  };
}

const mostCents = 100_000_000;

function readWorth(
  type: 1 | 2,
  value: number | undefined,
  problems: Record<string, string>,
): Pick<DiscountValues, 'percent' | 'amount_cents'> {
  const number = value ?? Number.NaN;
  if (!Number.isFinite(number)) {
    problems.value = 'Value is required';
    return { percent: null, amount_cents: null };
  }
  if (type === 1) {
    const percent = toPercentOrNull(number);
    if (number <= 0 || number > 100) problems.value = 'Percent must be more than 0 and at most 100';
    else if (percent === null) problems.value = 'Percent must have at most three decimals';
    return { percent, amount_cents: null };
  }
  const cents = toCentsOrNull(number);
  if (number <= 0) problems.value = 'Amount must be more than 0';
  else if (number * 100 > mostCents) problems.value = 'Amount is too large';
  else if (cents === null) problems.value = 'Amount must have at most two decimals';
  return { percent: null, amount_cents: cents };
}

function readCount(
  sent: number | null | undefined,
  field: string,
  problems: Record<string, string>,
): number | null {
  if (sent === null || sent === undefined) return null;
  if (!Number.isInteger(sent) || sent < 1 || sent > 1_000_000) {
    problems[field] = 'Enter a whole number above 0';
  }
  return sent;
}
