import { expect, test } from 'vitest';
import { createFormatter } from '#web/format.ts';
import { formatTimeRange } from './format-time-range.ts';

test.each([
  ['one day', '2030-03-08T09:00:00-05:00', '2030-03-08T10:00:00-05:00', '03/08/2030, 9:00 AM – 10:00 AM'],
  [
    'over night',
    '2030-03-08T09:00:00-05:00',
    '2030-03-10T10:00:00-04:00',
    '03/08/2030, 9:00 AM – 03/10/2030, 10:00 AM',
  ],
  [
    'two days of UTC, one of the company',
    '2030-03-08T23:00:00Z',
    '2030-03-09T02:00:00Z',
    '03/08/2030, 6:00 PM – 9:00 PM',
  ],
])('formats a time range: %s', (_what, start, end, text) => {
  expect(formatTimeRange({ start, end }, createFormatter('en', 'MM/DD/YYYY'), 'America/New_York')).toBe(text);
});
