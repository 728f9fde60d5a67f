declare const unit: unique symbol;

/** An amount in whole cents of the company's currency. */
export type Cents = number & { readonly [unit]: 'Cents' };
/** A percentage in thousandths of a percent: 10.75 % is 10750. */
export type Percent = number & { readonly [unit]: 'Percent' };
/** Currency of a company: 1 USD, 2 CAD, 3 AUD, 4 NZD. */
type CurrencyCode = 1 | 2 | 3 | 4;

export const zeroCents = 0 as Cents;

/**
 * Marks whole cents from a trusted source, such as a column or a sum. Throws RangeError for anything else, which is a
 * programming error.
 */
export function asCents(cents: number): Cents {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not whole cents: ${cents}`);
  return (cents + 0) as Cents;
}

/** Converts an amount from the wire to cents: 475.5 → 47550. Throws RangeError where `toCentsOrNull` returns null. */
export function toCents(amount: number): Cents {
  const cents = toCentsOrNull(amount);
  if (cents === null) throw new RangeError(`Not an amount: ${amount}`);
  return cents;
}

/**
 * Converts an amount from the wire to cents. Null for more than two decimals, for anything but a number, and beyond
 * safe integers.
 */
export function toCentsOrNull(amount: unknown): Cents | null {
  if (typeof amount !== 'number' || !(Math.abs(amount) <= 10_000_000_000)) return null;
  if (Number(amount.toFixed(2)) !== amount) return null;
  return (Math.round(amount * 100) + 0) as Cents;
}

/** Parses an amount as users of our languages write it: `1,234.50`, `$ 600`, `600,5`. Null for other text. */
export function parseCents(text: string): Cents | null {
  const plain = text.replace(/[\s$€£]/g, '');
  const digits = plain.replace(/,(?=\d{3}(?:\D|$))/g, '').replace(',', '.');
  return /^\d{1,8}(?:\.\d{1,2})?$/.test(digits) ? toCentsOrNull(Number(digits)) : null;
}

/** Converts cents to the amount on the wire: 47550 → 475.5. */
export function fromCents(cents: Cents): number {
  return cents / 100;
}

/** Returns the sum of amounts; 0 for none. */
export function sumCents(amounts: Iterable<Cents>): Cents {
  let sum = 0;
  for (const cents of amounts) sum += cents;
  return sum as Cents;
}

/** Returns the negated amount; never minus zero. */
export function negateCents(cents: Cents): Cents {
  return (0 - cents) as Cents;
}

/** Returns the larger of two amounts. */
export function maxCents(a: Cents, b: Cents): Cents {
  return a > b ? a : b;
}

/** Returns the smaller of two amounts. */
export function minCents(a: Cents, b: Cents): Cents {
  return a < b ? a : b;
}

/**
 * Converts a percentage from the wire to thousandths: 7.5 → 7500. Null beyond three decimals and for anything but a
 * finite number.
 */
export function toPercentOrNull(percent: unknown): Percent | null {
  if (typeof percent !== 'number' || !(Math.abs(percent) <= 1000)) return null;
  return Number(percent.toFixed(3)) === percent ? ((Math.round(percent * 1000) + 0) as Percent) : null;
}

/**
 * Converts a percentage from the wire to thousandths: 7.5 → 7500. Throws RangeError where `toPercentOrNull` returns
 * null.
 */
export function toPercent(percent: number): Percent {
  const found = toPercentOrNull(percent);
  if (found === null) throw new RangeError(`Not a percentage: ${percent}`);
  return found;
}

/** Converts thousandths of a percent to the percentage on the wire: 7500 → 7.5. */
export function fromPercent(percent: Percent): number {
  return percent / 1000;
}

/**
 * Returns the percentage of an amount, rounded once to whole cents, half away from zero.
 * @example percentOfCents(toCents(0.1), toPercent(5)) → 1 ; percentOfCents(toCents(-0.1), toPercent(5)) → -1
 */
export function percentOfCents(cents: Cents, percent: Percent): Cents {
  const product = Math.abs(cents * percent);
  const rounded = Math.floor((product * 2 + 100_000) / 200_000);
  return (Math.sign(cents) * Math.sign(percent) * rounded + 0) as Cents;
}

/**
 * Splits a total in proportion to weights; the shares add up to the total exactly. Leftover cents go to the largest
 * remainders, ties to the first. Weights below zero count as zero. If all weights are zero, all shares are 0.
 * @example allocateByLargestRemainder(100, [1, 1, 1]) → [34, 33, 33]
 */
export function allocateByLargestRemainder(total: Cents, weights: readonly number[]): Cents[] {
  const parts = weights.map((w) => BigInt(Math.max(0, Math.trunc(w))));
  const sum = parts.reduce((a, b) => a + b, 0n);
  if (sum === 0n) return weights.map(() => zeroCents);
  const whole = BigInt(Math.abs(total));
  const shares = parts.map((part, index) => ({
    index,
    share: (whole * part) / sum,
    remainder: (whole * part) % sum,
  }));
  let left = Number(whole - shares.reduce((a, s) => a + s.share, 0n));
  const byRemainder = [...shares].sort((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  );
  for (const share of byRemainder) {
    if (left === 0) break;
    share.share += 1n;
    left -= 1;
  }
  return shares.map((s) => (Math.sign(total) * Number(s.share) + 0) as Cents);
}

const symbols: Record<CurrencyCode, string> = { 1: '$', 2: 'C$', 3: 'A$', 4: 'NZ$' };
const isoCodes: Record<CurrencyCode, string> = { 1: 'USD', 2: 'CAD', 3: 'AUD', 4: 'NZD' };

/** Returns the symbol of a currency code; `$` for an unknown one. */
export function currencySymbol(code: number): string {
  return symbols[code as CurrencyCode] ?? '$';
}

/** Returns the ISO 4217 code of a currency; `USD` for an unknown one. */
export function currencyIso(code: number): string {
  return isoCodes[code as CurrencyCode] ?? 'USD';
}

const grouped = (digits: string): string =>
  digits.length <= 3 ? digits : `${grouped(digits.slice(0, -3))},${digits.slice(-3)}`;

/**
 * Formats an amount for display: symbol, thousands separators, two decimals.
 * @example formatMoney(asCents(21500), 1) → '$215.00' ; formatMoney(asCents(-123450), 2) → '-C$1,234.50'
 */
export function formatMoney(cents: Cents, code: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const whole = grouped(digits.slice(0, -2));
  return `${cents < 0 ? '-' : ''}${currencySymbol(code)}${whole}.${digits.slice(-2)}`;
}
