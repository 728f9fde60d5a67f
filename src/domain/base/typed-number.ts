import { type Cents, toCentsOrNull } from './money.ts';

/**
 * Parses a number as users type it, or returns null if the text is not one. Accepts a sign, thousands separators
 * (`1,234,567`, `1.234.567`, `1 234`, `1'234`) and decimals after a dot or a comma. A comma before exactly three digits
 * separates thousands, a single dot never does. Nothing is rounded or dropped.
 * @example typedNumber('1,234.50') → 1234.5 ; typedNumber('12,5') → 12.5 ; typedNumber('1e9') → null
 */
export function typedNumber(text: string): number | null {
  const plain = text.trim().replace(/^([+-])\s+/, '$1');
  const [, sign = '', body = ''] = /^([+-]?)(.*)$/s.exec(plain) ?? [];
  const digits = plainDigits(body);
  if (digits === null) return null;
  const number = Number(digits);
  return Number.isFinite(number) ? (sign === '-' ? 0 - number : number) : null;
}

/** Parses an amount as users type it into cents, or returns what is wrong with it. Nothing is rounded. */
export function typedAmount(text: string): { cents: Cents } | { problem: string } {
  if (text.trim() === '') return { problem: 'Amount is required' };
  const number = typedNumber(text);
  if (number === null) return { problem: 'Amount must be a number' };
  const cents = hasTooManyDecimals(text) ? null : toCentsOrNull(number);
  if (cents !== null) return { cents };
  const isHuge = Math.abs(number) > 1_000_000;
  return { problem: isHuge ? 'Amount is too large' : 'Amount can have at most two decimals' };
}

/**
 * Returns whether a typed amount has decimals below a cent, which would have to be rounded. Decided by the text: a number
 * has already lost some of them.
 * @example hasTooManyDecimals('10.505') → true ; hasTooManyDecimals('10.500') → false
 */
export function hasTooManyDecimals(text: string): boolean {
  const digits = plainDigits(text.trim().replace(/^[+-]\s*/, ''));
  return /\.\d\d\d*[1-9]/.test(digits ?? '');
}

const decimalDot = /^(\d+|\d{1,3}([, '’\u00a0\u202f]\d{3})+)?(\.\d*)?$/;
const decimalComma = /^(\d+|\d{1,3}([. '’\u00a0\u202f]\d{3})+)?(,\d*)?$/;

function plainDigits(body: string): string | null {
  if (!/\d/.test(body)) return null;
  if (decimalDot.test(body)) return body.replaceAll(/[^\d.]/g, '');
  return decimalComma.test(body) ? body.replaceAll(/[^\d,]/g, '').replace(',', '.') : null;
}
