import { expect, test } from 'vitest';
import { asLocalDate } from '../base/time.ts';
import { daysIn, percentChange, previousRange, rangeNamed } from './metrics.ts';

const day = asLocalDate;

test.each([
  ['today', '2030-03-08', '2030-03-08', '2030-03-08'],
  ['week', '2030-03-08', '2030-03-03', '2030-03-09'],
  ['week', '2030-03-03', '2030-03-03', '2030-03-09'],
  ['month', '2028-02-29', '2028-02-01', '2028-02-29'],
  ['month', '2030-12-31', '2030-12-01', '2030-12-31'],
  ['quarter', '2030-05-31', '2030-04-01', '2030-06-30'],
  ['quarter', '2030-12-01', '2030-10-01', '2030-12-31'],
  ['year', '2028-07-04', '2028-01-01', '2028-12-31'],
] as const)('the %s of %s is %s to %s', (name, today, from, to) => {
  expect(rangeNamed(name, day(today))).toEqual({ from, to });
});

test('the previous range has as many days and ends the day before', () => {
  expect(previousRange({ from: day('2030-03-01'), to: day('2030-03-31') })).toEqual({
    from: '2030-01-29',
    to: '2030-02-28',
  });
  expect(previousRange({ from: day('2030-03-08'), to: day('2030-03-08') })).toEqual({
    from: '2030-03-07',
    to: '2030-03-07',
  });
});

test('counts days over a change of clocks', () => {
  expect(daysIn({ from: day('2030-03-09'), to: day('2030-03-11') })).toBe(3);
  expect(daysIn({ from: day('2030-03-11'), to: day('2030-03-09') })).toBe(-1);
});

test('a change from nothing has no percentage', () => {
  expect(percentChange(150, 100)).toBe(50);
  expect(percentChange(0, 80)).toBe(-100);
  expect(percentChange(5, 0)).toBeNull();
  expect(percentChange(0, 0)).toBeNull();
});
