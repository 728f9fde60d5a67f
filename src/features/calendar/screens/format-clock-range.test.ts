import { expect, test } from 'vitest';
import { createFormatter } from '#domain/base/formatter.ts';
import { clockRangeFormatter } from './format-clock-range.ts';

const one = { hour: 13, minute: 0 };
const quarterTo = { hour: 13, minute: 45 };
const noon = { hour: 12, minute: 0 };

test.each([
  ['en', '1:00 PM – 1:45 PM', '12:00 PM – 1:00 PM', '1:00 PM'],
  ['de', '13:00 – 13:45', '12:00 – 13:00', '13:00'],
  ['fr', '13:00 – 13:45', '12:00 – 13:00', '13:00'],
] as const)('formats a time range in %s, as all other times of the app', (lang, within, across, alone) => {
  const format = clockRangeFormatter(lang);
  for (let again = 0; again < 2; again += 1) {
    expect(format(one, quarterTo)).toBe(within);
    expect(format(noon, one)).toBe(across);
    expect(format(one, null)).toBe(alone);
    expect(format({ hour: 9, minute: 5 }, null)).toBe(
      createFormatter(lang).time('2030-01-01T09:05:00Z', 'UTC'),
    );
  }
});

test('formats an end on the next day by its time only', () => {
  const format = clockRangeFormatter('en');
  expect(format({ hour: 22, minute: 30 }, { hour: 1, minute: 0 })).toBe('10:30 PM – 1:00 AM');
});
