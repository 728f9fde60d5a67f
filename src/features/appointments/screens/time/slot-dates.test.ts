import { describe, expect, it } from 'vitest';
import type { LocalDate } from '#domain/base/time.ts';
import type { Slot } from '#features/availability/contract.ts';
import {
  adjacentSlot,
  calendarHeight,
  daysOfPage,
  drawnHours,
  drawnSlots,
  invalidRange,
  isInvalid,
  pageDays,
  requestedDays,
  rowHeight,
  slotMinutes,
  slotTime,
} from './slot-dates.ts';

const day = (text: string) => text as LocalDate;
// A Wednesday.
const today = day('2030-03-06');
const slot = (date: string, hour: number, minute = 0): Slot => ({
  date,
  hour,
  minute,
  color: '#2563eb',
  title: 'Dana',
  values: [],
});

describe('the days of the slot calendar', () => {
  it('is two weeks of hours, 300 pixels high', () => {
    expect([pageDays, calendarHeight, slotMinutes]).toEqual([14, 300, 60]);
  });

  it('asks first from today to the end of the week and two weeks more, then for what is shown', () => {
    expect(requestedDays(0, today, 0)).toEqual({ from: '2030-03-06', to: '2030-03-23' });
    expect(requestedDays(0, today, 1)).toEqual({ from: '2030-03-06', to: '2030-03-24' });
    expect(daysOfPage(0, today, 0)).toEqual({ from: '2030-03-03', to: '2030-03-16' });
    expect(requestedDays(1, today, 0)).toEqual({ from: '2030-03-17', to: '2030-03-30' });
  });

  it('begins on a Saturday with the next week: nothing of this one can be chosen any more', () => {
    const saturday = day('2030-03-09');
    expect(daysOfPage(0, saturday, 0)).toEqual({ from: '2030-03-10', to: '2030-03-23' });
    expect(requestedDays(0, saturday, 0)).toEqual({ from: '2030-03-09', to: '2030-03-23' });
  });

  it('forbids from 10 days back to the end of today', () => {
    expect(invalidRange(today)).toEqual({ start: '2030-02-24', end: '2030-03-07' });
    expect(['2030-03-05', '2030-03-06', '2030-03-07'].map((one) => isInvalid(one, today))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('the slots as they are drawn', () => {
  const shown = daysOfPage(0, today, 0);
  const drawn = drawnSlots(
    [
      slot('2030-03-08', 9),
      slot('2030-03-06', 9),
      slot('2030-03-07', 10, 30),
      slot('2030-03-07', 10),
      slot('2030-03-18', 9),
    ],
    shown,
    today,
  );

  it('come in order, without today and without days of another page; short where the next begins earlier', () => {
    expect(drawn.map(({ start, minutes }) => [start, minutes])).toEqual([
      ['2030-03-07T10:00', 30],
      ['2030-03-07T10:30', 60],
      ['2030-03-08T09:00', 60],
    ]);
    expect(rowHeight(drawn)).toBeGreaterThanOrEqual(48);
  });

  it('are wall clocks: neither midnight nor a day of 23 hours moves them', () => {
    expect(slotTime(slot('2030-03-10', 2, 30))).toBe('2030-03-10T02:30');
    expect(slotTime(slot('2030-03-10', 0))).toBe('2030-03-10T00:00');
  });

  it('show the hours of a working day, and more where there are slots outside of it', () => {
    expect(drawnHours(drawn)).toEqual({ from: 7, to: 19 });
    expect(drawnHours(drawnSlots([slot('2030-03-07', 5), slot('2030-03-07', 23)], shown, today))).toEqual({
      from: 5,
      to: 24,
    });
  });

  it('are reached by arrow keys: within the day, then at the nearest time of the next day that has any', () => {
    const to = (key: string, from = '2030-03-07T10:30') => adjacentSlot(drawn, from, key)?.start;
    expect(to('ArrowUp')).toBe('2030-03-07T10:00');
    expect(to('ArrowDown')).toBeUndefined();
    expect(to('ArrowRight')).toBe('2030-03-08T09:00');
    expect(to('ArrowLeft', '2030-03-08T09:00')).toBe('2030-03-07T10:00');
    expect([to('Home'), to('End'), to('a')]).toEqual(['2030-03-07T10:00', '2030-03-08T09:00', undefined]);
  });
});
