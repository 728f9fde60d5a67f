import { type Cents, toCentsOrNull } from './money.ts';

/**
 * A number as people type it, or null when the text is none. A sign, thousands (`1,234,567`, `1.234.567`, `1 234`, `1'234`)
 * and decimals behind a dot or a comma are understood; a comma before exactly three digits parts thousands, as a dot
 * never does alone. Nothing is rounded and nothing is left out.
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

/** An amount as people type it in cents, or what is wrong with it. Nothing is rounded. */
export function typedAmount(text: string): { cents: Cents } | { problem: string } {
  if (text.trim() === '') return { problem: 'Amount is required' };
  const number = typedNumber(text);
  if (number === null) return { problem: 'Amount must be a number' };
  const cents = toCentsOrNull(number);
  if (cents !== null) return { cents };
  const isHuge = Math.abs(number) > 1_000_000;
  return { problem: isHuge ? 'Amount is too large' : 'Amount can have at most two decimals' };
}

const decimalDot = /^(\d+|\d{1,3}([, '’\u00a0\u202f]\d{3})+)?(\.\d*)?$/;
const decimalComma = /^(\d+|\d{1,3}([. '’\u00a0\u202f]\d{3})+)?(,\d*)?$/;

function plainDigits(body: string): string | null {
  if (!/\d/.test(body)) return null;
  if (decimalDot.test(body)) return body.replaceAll(/[^\d.]/g, '');
  return decimalComma.test(body) ? body.replaceAll(/[^\d,]/g, '').replace(',', '.') : null;
}
