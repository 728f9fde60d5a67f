/** Decimal strings are used only by Authorize.Net and PayPal; all four currencies have two decimal places. */

/** 42500 → '425.00'. */
export function minorToDecimal(minor: number): string {
  if (!Number.isSafeInteger(minor) || minor < 0) throw new RangeError(`Not an amount: ${minor}`);
  return `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
}

/** '425.00', '425.5' or 425 → 42500, without floating point; null for anything else. */
export function decimalToMinor(decimal: string | number | null | undefined): number | null {
  const found = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(String(decimal ?? ''));
  if (!found) return null;
  return Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
}
