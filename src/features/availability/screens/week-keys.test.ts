import { expect, test } from 'vitest';
import { cellsBetween, cellsOf, keyOf, startOf, visibleHalfHours } from './week-keys.ts';

const week = {
  '0': { '0': [{ id: 'a', team_id: 't' }] },
  '830': {
    '1': [
      { id: 'b', team_id: 't' },
      { id: 'c', team_id: 'u' },
    ],
  },
};

test('converts a week to cells and back to start times', () => {
  const cells = cellsOf(week, 't');
  expect([...cells].map(startOf)).toEqual([
    { day: 0, start_time: 0 },
    { day: 1, start_time: 830 },
  ]);
  expect([...cellsOf(week, 'u')].map(startOf)).toEqual([{ day: 1, start_time: 830 }]);
});

test('returns a rectangle in either direction, in the displayed order of days', () => {
  const mondayFirst = [1, 2, 3, 4, 5, 6, 0];
  const found = cellsBetween({ day: 0, half: 17 }, { day: 6, half: 16 }, mondayFirst);
  expect(found.map(startOf)).toEqual([
    { day: 6, start_time: 800 },
    { day: 6, start_time: 830 },
    { day: 0, start_time: 800 },
    { day: 0, start_time: 830 },
  ]);
});

test('extends the visible hours to existing start times', () => {
  expect(visibleHalfHours(new Set(), false)).toHaveLength(28);
  expect(visibleHalfHours(new Set([keyOf({ day: 3, half: 4 })]), false)[0]).toBe(4);
  expect(visibleHalfHours(new Set(), true)).toHaveLength(48);
});
