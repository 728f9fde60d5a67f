import { expect, test } from 'vitest';
import { asLocalDate } from '../base/time.ts';
import { closedRanges, hoursOfStarts, type WorkWeek, workHoursOf } from './work-hours.ts';

const range = (start: number, end: number) => ({ start: start * 60, end: end * 60 });
const monday = asLocalDate('2030-03-11');
const sunday = asLocalDate('2030-03-10');
const off = (start: number, end: number) =>
  ({ from: monday, to: monday, kind: 'off', ...range(start, end) }) as const;
const works = (start: number, end: number, ...overrides: WorkWeek['overrides'][number][]): WorkWeek => ({
  week: [null, range(start, end), null, null, null, null, null],
  overrides,
});

test('work hours reach from the first start time to an hour after the last', () => {
  expect(hoursOfStarts([480, 1020, 600])).toEqual(range(8, 18));
  expect(hoursOfStarts([1410])).toEqual({ start: 1410, end: 1440 });
  expect(hoursOfStarts([])).toBeNull();
});

test('several technicians are open whenever one of them works', () => {
  expect(workHoursOf([works(8, 12), works(10, 17), works(20, 22)], monday)).toEqual({
    open: [range(8, 17), range(20, 22)],
    off: [],
  });
  expect(workHoursOf([works(8, 12)], sunday)).toEqual({ open: [], off: [] });
});

test('time off counts where no other technician works', () => {
  expect(workHoursOf([works(8, 17, off(12, 24))], monday)).toEqual({
    open: [range(8, 12)],
    off: [range(12, 17)],
  });
  expect(workHoursOf([works(8, 17, off(0, 24)), works(9, 14)], monday)).toEqual({
    open: [range(9, 14)],
    off: [range(8, 9), range(14, 17)],
  });
});

test('an extra day adds hours, also on a day without any', () => {
  const extra = { from: sunday, to: sunday, kind: 'extra', ...range(9, 12) } as const;
  expect(workHoursOf([works(8, 17, extra)], sunday).open).toEqual([range(9, 12)]);
});

test('what is neither open nor off is outside work hours', () => {
  expect(closedRanges(workHoursOf([works(8, 17, off(12, 14))], monday))).toEqual([
    range(0, 8),
    range(17, 24),
  ]);
  expect(closedRanges(workHoursOf([works(8, 17)], sunday))).toEqual([range(0, 24)]);
});
