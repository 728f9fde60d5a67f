import { phoneDigits } from '#domain/people/people.ts';

/** Rules of digit fields, separate from the components so that they can be tested without a browser. */

/** Formats '5125550199' as '(512) 555-0199', also while typing. */
export function maskPhone(digits: string): string {
  if (digits.length === 0) return '';
  if (digits.length <= 3) return `(${digits}`;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
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

/**
 * Returns the digits of a phone field: typing stops at ten, of a paste or autofill the last ten are used, so that '+1
 * 512 555 0199' becomes 5125550199.
 */
export function sanitizePhoneInput(text: string, isTyped: boolean): string {
  return isTyped ? text.replaceAll(/\D/g, '').slice(0, 10) : phoneDigits(text, 'US');
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
