import { describe, expect, test } from 'vitest';
import { caretAfter, isTyping, maskPhone, sanitizePhoneInput } from './digits.ts';

describe('a phone number', () => {
  test.each([
    ['', ''],
    ['5', '(5'],
    ['512', '(512'],
    ['5125', '(512) 5'],
    ['512555', '(512) 555'],
    ['5125550199', '(512) 555-0199'],
  ])('%s is shown as %s', (digits, shown) => expect(maskPhone(digits)).toBe(shown));

  test('uses the last ten digits of a paste', () => {
    expect(sanitizePhoneInput('+1 512 555 0199', false)).toBe('5125550199');
    expect(sanitizePhoneInput('tel: 512-555-0199', false)).toBe('5125550199');
  });

  test('stops at ten digits while typing', () => {
    expect(sanitizePhoneInput('(512) 555-01998', true)).toBe('5125550199');
  });

  test('keeps the caret after the same digit', () => {
    expect(caretAfter('(512) 555-0199', 0)).toBe(0);
    expect(caretAfter('(512) 555-0199', 3)).toBe(4);
    expect(caretAfter('(512) 555-0199', 4)).toBe(7);
    expect(caretAfter('(512) 555-0199', 10)).toBe(14);
    expect(caretAfter('2400.', 5, /[\d.]/)).toBe(5);
  });
});

describe('typed or pasted', () => {
  test.each([
    ['', '5', true],
    ['(512) 555-019', '(512) 555-0199', true],
    ['(512) 555-0199', '(512) 555-01998', true],
    ['(512) 555-0199', '(5712) 555-0199', true],
    // One key replacing the selection, and deleting.
    ['(512) 555-0199', '7', true],
    ['(512) 555-0199', '', true],
    ['(512) 555-0199', '(512) 0199', true],
    // Autofill and scripts are not identified as such; a paste may replace existing text.
    ['', '+1 512 555 0199', false],
    ['(212) 555-1000', '+1 (512) 555-0199', false],
    ['(512) 555', '(512) 555-01', false],
    ['(512) ', '(512) +1 212 555 1000', false],
  ])('from %s to %s', (before, after, typed) => expect(isTyping(before, after)).toBe(typed));
});
