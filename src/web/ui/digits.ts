/** Rules of fields that hold digits only, apart from the fields, to be tested without a browser. */

/** '5125550199' → '(512) 555-0199', also while it is being typed. */
export function maskPhone(digits: string): string {
  if (digits.length === 0) return '';
  if (digits.length <= 3) return `(${digits}`;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/**
 * The digits a phone field keeps: typing stops at ten, what is pasted or filled in keeps the last ten, so that
 * '+1 512 555 0199' becomes 5125550199.
 */
export function phoneDigits(text: string, isTyped: boolean): string {
  const digits = text.replaceAll(/\D/g, '');
  return isTyped ? digits.slice(0, 10) : digits.slice(-10);
}

/** The first five digits: a pasted ZIP+4 loses its end. */
export function zipDigits(text: string): string {
  return text.replaceAll(/\D/g, '').slice(0, 5);
}

/** Digits and dots only (Square Feet, Year Built); at most one dot where dots are wanted. */
export function numberText(text: string, dots: boolean): string {
  const kept = text.replaceAll(dots ? /[^\d.]/g : /\D/g, '');
  const [whole = '', ...parts] = kept.split('.');
  return parts.length > 0 ? `${whole}.${parts.join('')}` : whole;
}

/** Where the caret stands after masking: behind as many digits as before. */
export function caretAfter(masked: string, digitsBefore: number): number {
  if (digitsBefore === 0) return 0;
  let seen = 0;
  for (let at = 0; at < masked.length; at++) {
    if (/\d/.test(masked.charAt(at))) seen++;
    if (seen === digitsBefore) return at + 1;
  }
  return masked.length;
}
