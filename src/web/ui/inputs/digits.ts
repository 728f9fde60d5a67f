import { formatPhone } from '#domain/people/phone-format.ts';
import { readPhone } from '#domain/people/phones.ts';

/** Rules of digit fields, separate from the components so that they can be tested without a browser. */

/** Formats '5125550199' as '(512) 555-0199', also while typing. */
export function maskPhone(phone: string): string {
  return /^\d*(x\d*)?$/.test(phone) ? formatPhone(phone) : phone;
}

/**
 * Returns whether the text was typed one character at a time. Any change of more than one character counts as pasted:
 * paste, drop, autofill, scripts, dictation. Browsers report these differently or not at all, so the two texts are
 * compared instead of relying on the event.
 */
export function isTyping(before: string, after: string): boolean {
  const shortest = Math.min(before.length, after.length);
  let head = 0;
  while (head < shortest && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shortest - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return after.length - head - tail <= 1;
}

const plainNational = /^[\d\s().+\-/]*$/;

/**
 * Returns the value of a phone field: typing stops at ten digits and may go on with an extension after an x; of a paste or
 * autofill that is a plain national number the last ten digits are used, so that '+1 512 555 0199' becomes 5125550199.
 * Another paste is read as a whole; what cannot be read stays as it is and is refused on saving.
 */
export function sanitizePhoneInput(text: string, isTyped: boolean): string {
  if (!isTyped) {
    const read = readPhone(text, 'US');
    if (read !== null) return read;
    const digits = text.replaceAll(/\D/g, '');
    return plainNational.test(text) && digits.length <= 10 ? digits : text.trim().slice(0, 60);
  }
  if (text.startsWith('+')) return `+${text.replaceAll(/\D/g, '').slice(0, 15)}`;
  const [number = '', extension] = text.split(/ext\.?|x|#/i);
  const digits = number.replaceAll(/\D/g, '').slice(0, 10);
  return extension === undefined || digits.length < 10
    ? digits
    : `${digits}x${extension.replaceAll(/\D/g, '').slice(0, 7)}`;
}

/** Returns the position of the caret after masking: after as many counted characters (by default digits) as before. */
export function caretAfter(masked: string, countedBefore: number, counts = /\d/): number {
  if (countedBefore === 0) return 0;
  let seen = 0;
  for (let at = 0; at < masked.length; at++) {
    if (counts.test(masked.charAt(at))) seen++;
    if (seen === countedBefore) return at + 1;
  }
  return masked.length;
}
