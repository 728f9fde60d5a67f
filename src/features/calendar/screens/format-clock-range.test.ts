import { expect, test } from 'vitest';
import { clockRangeFormatter } from './format-clock-range.ts';

const nine = { hour: 9, minute: 0 };
const quarterTo = { hour: 9, minute: 45 };
const noon = { hour: 12, minute: 0 };
/** Normalizes spaces, whose kind depends on the language. */
const plain = (text: string) => text.replace(/\s/g, ' ');

test.each([
  ['en', '9 – 9:45 AM', '9 AM – 12 PM', '9 AM'],
  ['de', '09:00 – 09:45', '09:00 – 12:00', '09:00'],
  ['fr', '09:00 – 09:45', '09:00 – 12:00', '09:00'],
])('formats a time range in %s', (lang, within, across, alone) => {
  const format = clockRangeFormatter(lang);
  for (let again = 0; again < 2; again += 1) {
    expect(plain(format(nine, quarterTo))).toBe(within);
    expect(plain(format(nine, noon))).toBe(across);
    expect(plain(format(nine, null))).toBe(alone);
  }
});

test('formats an end on the next day by its time only', () => {
  const format = clockRangeFormatter('en');
  expect(plain(format({ hour: 22, minute: 30 }, { hour: 1, minute: 0 }))).toBe('10:30 PM – 1 AM');
});
