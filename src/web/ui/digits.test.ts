import { describe, expect, test } from 'vitest';
import { caretAfter, maskPhone, numberText, phoneDigits, zipDigits } from './digits.ts';

describe('a phone', () => {
  test.each([
    ['', ''],
    ['5', '(5'],
    ['512', '(512'],
    ['5125', '(512) 5'],
    ['512555', '(512) 555'],
    ['5125550199', '(512) 555-0199'],
  ])('%s is shown as %s', (digits, shown) => expect(maskPhone(digits)).toBe(shown));

  test('what is pasted keeps the last ten digits', () => {
    expect(phoneDigits('+1 512 555 0199', false)).toBe('5125550199');
    expect(phoneDigits('tel: 512-555-0199', false)).toBe('5125550199');
  });

  test('typing stops at ten', () => {
    expect(phoneDigits('(512) 555-01998', true)).toBe('5125550199');
  });

  test('the caret stays behind the digit it was behind', () => {
    expect(caretAfter('(512) 555-0199', 0)).toBe(0);
    expect(caretAfter('(512) 555-0199', 3)).toBe(4);
    expect(caretAfter('(512) 555-0199', 4)).toBe(7);
    expect(caretAfter('(512) 555-0199', 10)).toBe(14);
  });
});

test('a zip has five digits, of ZIP+4 the first', () => {
  expect(zipDigits('78701-1234')).toBe('78701');
  expect(zipDigits('a7b8')).toBe('78');
});

test('numbers are digits and one dot', () => {
  expect(numberText('2,400.5 sq.ft', true)).toBe('2400.5');
  expect(numberText('1990.', false)).toBe('1990');
});
