import { phoneDigits } from '#domain/people/people.ts';

/** Rules of fields that hold digits only, apart from the fields, to be tested without a browser. */

/** '5125550199' → '(512) 555-0199', also while it is being typed. */
export function maskPhone(digits: string): string {
  if (digits.length === 0) return '';
  if (digits.length <= 3) return `(${digits}`;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/**
 * Was the text typed, a character at a time? Whatever brings more than one character at once counts as pasted: paste,
 * drop, autofill, a script, dictation. Browsers name these in different ways or not at all, so the two texts are compared
 * and not what the event says of itself.
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
 * The digits a phone field keeps: typing stops at ten, what is pasted or filled in keeps the last ten, so that
 * '+1 512 555 0199' becomes 5125550199.
 */
export function sanitizePhoneInput(text: string, isTyped: boolean): string {
  return isTyped ? text.replaceAll(/\D/g, '').slice(0, 10) : phoneDigits(text, 'US');
}

/** Where the caret stands after masking: behind as many characters that count (digits, unless told otherwise) as before. */
export function caretAfter(masked: string, countedBefore: number, counts = /\d/): number {
  if (countedBefore === 0) return 0;
  let seen = 0;
  for (let at = 0; at < masked.length; at++) {
    if (counts.test(masked.charAt(at))) seen++;
    if (seen === countedBefore) return at + 1;
  }
  return masked.length;
}
