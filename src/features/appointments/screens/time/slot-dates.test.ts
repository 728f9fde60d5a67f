import { describe, expect, it } from 'vitest';
import type { LocalDate } from '#domain/base/time.ts';
import type { Slot } from '#features/availability/contract.ts';
import {
  adjacentSlot,
  calendarHeight,
  daysOfPage,
  drawnHours,
  drawnSlots,
  fromFirstFree,
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
  it('cover two weeks of hours, 300 pixels high', () => {
    expect([pageDays, calendarHeight, slotMinutes]).toEqual([14, 300, 60]);
  });

  it('are first requested from today to the end of the week plus two weeks, then as shown', () => {
    expect(requestedDays(0, today, 0)).toEqual({ from: '2030-03-06', to: '2030-03-23' });
    expect(requestedDays(0, today, 1)).toEqual({ from: '2030-03-06', to: '2030-03-24' });
    expect(daysOfPage(0, today)).toEqual({ from: '2030-03-07', to: '2030-03-20' });
    expect(requestedDays(1, today, 0)).toEqual({ from: '2030-03-21', to: '2030-04-03' });
  });

  it('start with the first selectable day, also on a Saturday', () => {
    const saturday = day('2030-03-09');
    expect(daysOfPage(0, saturday)).toEqual({ from: '2030-03-10', to: '2030-03-23' });
    expect(requestedDays(0, saturday, 0)).toEqual({ from: '2030-03-09', to: '2030-03-23' });
  });

  it('start with the first day that has a free time, as far as the requested days fill the page', () => {
    const shown = daysOfPage(0, today);
    const requested = requestedDays(0, today, 0);
    const first = (...dates: string[]) =>
      fromFirstFree(
        shown,
        dates.map((one) => slot(one, 9)),
        requested,
      );
    expect(first('2030-03-09', '2030-03-08')).toEqual({ from: '2030-03-08', to: '2030-03-21' });
    expect(first('2030-03-06', '2030-03-07')).toEqual(shown);
    expect(first('2030-03-15')).toEqual({ from: '2030-03-10', to: '2030-03-23' });
    expect(first()).toEqual(shown);
  });

  it('are disabled from 10 days ago to the end of today', () => {
    expect(invalidRange(today)).toEqual({ start: '2030-02-24', end: '2030-03-07' });
    expect(['2030-03-05', '2030-03-06', '2030-03-07'].map((one) => isInvalid(one, today))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('the displayed slots', () => {
  const shown = daysOfPage(0, today);
  const drawn = drawnSlots(
    [
      slot('2030-03-08', 9),
      slot('2030-03-06', 9),
      slot('2030-03-07', 10, 30),
      slot('2030-03-07', 10),
      slot('2030-03-21', 9),
    ],
    shown,
    today,
  );

  it('are in order, without today and other pages, and shorter if the next one starts earlier', () => {
    expect(drawn.map(({ start, minutes }) => [start, minutes])).toEqual([
      ['2030-03-07T10:00', 30],
      ['2030-03-07T10:30', 60],
      ['2030-03-08T09:00', 60],
    ]);
    expect(rowHeight(drawn)).toBeGreaterThanOrEqual(48);
  });

  it('are local times, unaffected by midnight and days of 23 hours', () => {
    expect(slotTime(slot('2030-03-10', 2, 30))).toBe('2030-03-10T02:30');
    expect(slotTime(slot('2030-03-10', 0))).toBe('2030-03-10T00:00');
  });

  it('show working hours, extended if there are slots outside of them', () => {
    expect(drawnHours(drawn)).toEqual({ from: 7, to: 19 });
    expect(drawnHours(drawnSlots([slot('2030-03-07', 5), slot('2030-03-07', 23)], shown, today))).toEqual({
      from: 5,
      to: 24,
    });
  });

  it('can be reached by arrow keys: within the day, then at the nearest time of the next day with slots', () => {
    const to = (key: string, from = '2030-03-07T10:30') => adjacentSlot(drawn, from, key)?.start;
    expect(to('ArrowUp')).toBe('2030-03-07T10:00');
    expect(to('ArrowDown')).toBeUndefined();
    expect(to('ArrowRight')).toBe('2030-03-08T09:00');
    expect(to('ArrowLeft', '2030-03-08T09:00')).toBe('2030-03-07T10:00');
    expect([to('Home'), to('End'), to('a')]).toEqual(['2030-03-07T10:00', '2030-03-08T09:00', undefined]);
  });
});
