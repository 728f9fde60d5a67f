import { describe, expect, it } from 'vitest';
import type { LocalDate } from '#domain/base/time.ts';
import type { Slot } from '#features/availability/slots-contract.ts';
import {
  adjacentSlot,
  calendarHeight,
  daysAfter,
  daysOfPage,
  drawnHours,
  drawnSlots,
  earliestSlot,
  firstFreeDay,
  firstRequest,
  invalidRange,
  isInvalid,
  pageDays,
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
  it('cover two weeks of hours, at least 300 pixels high', () => {
    expect([pageDays, calendarHeight, slotMinutes]).toEqual([14, 300, 60]);
  });

  it('are first requested from today to the end of the week plus two weeks', () => {
    expect(firstRequest(today, 0)).toEqual({ from: '2030-03-06', to: '2030-03-23' });
    expect(firstRequest(today, 1)).toEqual({ from: '2030-03-06', to: '2030-03-24' });
  });

  it('start at the first selectable day with a free time, and at tomorrow without one', () => {
    const first = firstFreeDay([slot('2030-03-12', 9), slot('2030-03-11', 9), slot('2030-03-06', 9)], today);
    expect(first).toBe('2030-03-11');
    expect(daysOfPage(0, first)).toEqual({ from: '2030-03-11', to: '2030-03-24' });
    expect(daysOfPage(1, first)).toEqual({ from: '2030-03-25', to: '2030-04-07' });
    expect(firstFreeDay([], today)).toBe('2030-03-07');
  });

  it('that the first request did not cover are requested in addition', () => {
    const requested = firstRequest(today, 0);
    expect(daysAfter(requested, daysOfPage(0, day('2030-03-07')))).toBeNull();
    expect(daysAfter(requested, daysOfPage(0, day('2030-03-15')))).toEqual({
      from: '2030-03-24',
      to: '2030-03-28',
    });
    expect(daysAfter(requested, daysOfPage(2, day('2030-03-07')))).toEqual({
      from: '2030-04-04',
      to: '2030-04-17',
    });
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
  const shown = daysOfPage(0, day('2030-03-07'));
  const drawn = drawnSlots(
    [
      slot('2030-03-08', 9),
      slot('2030-03-06', 9),
      slot('2030-03-07', 10, 30),
      slot('2030-03-07', 10),
      slot('2030-03-28', 9),
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

  it('show the hours with slots, and at least six', () => {
    expect(drawnHours(drawn)).toEqual({ from: 9, to: 15 });
    expect(drawnHours(drawnSlots([slot('2030-03-07', 5), slot('2030-03-07', 23)], shown, today))).toEqual({
      from: 5,
      to: 24,
    });
    expect(drawnHours(drawnSlots([slot('2030-03-07', 23)], shown, today))).toEqual({ from: 18, to: 24 });
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

describe('the earliest slot', () => {
  const person = (id: string, warning: string | null = null) => ({
    id,
    team_id: id,
    start_time: 900,
    warning,
    extra_minutes: null,
    first_name: id,
    last_name: 'Lee',
    email: '',
    profile_pic: null,
    user: { id, first_name: id, last_name: 'Lee', profile_pic: null },
  });
  const free = (date: string, hour: number, ...values: ReturnType<typeof person>[]): Slot => ({
    ...slot(date, hour),
    values,
  });
  const earliest = (slots: Slot[], chosen: string[] = []) => {
    const found = earliestSlot(slots, today, chosen);
    return found && [slotTime(found.slot), found.technician.id];
  };

  it('is the first in time, with the technician listed first in its panel', () => {
    const slots = [free('2030-03-08', 9, person('bo')), free('2030-03-07', 13, person('ann'), person('bo'))];
    expect(earliest(slots)).toEqual(['2030-03-07T13:00', 'ann']);
  });

  it('is never on a day that the board does not offer', () => {
    const past = [free('2030-03-05', 9, person('ann')), free('2030-03-06', 23, person('ann'))];
    expect(earliest(past)).toBeNull();
    expect(earliest([...past, free('2030-03-07', 9, person('bo'))])).toEqual(['2030-03-07T09:00', 'bo']);
  });

  it('is one of a technician who was chosen before', () => {
    const slots = [free('2030-03-07', 9, person('ann')), free('2030-03-08', 9, person('ann'), person('bo'))];
    expect(earliest(slots, ['bo'])).toEqual(['2030-03-08T09:00', 'bo']);
    expect(earliest(slots, ['cy'])).toBeNull();
  });

  it('is not one of a technician who does not offer the services', () => {
    const slots = [
      free('2030-03-07', 9, person('ann', 'Radon test')),
      free('2030-03-07', 10, person('ann', 'Radon test'), person('bo')),
    ];
    expect(earliest(slots)).toEqual(['2030-03-07T10:00', 'bo']);
    expect(earliest(slots.slice(0, 1))).toBeNull();
  });

  it('is none without slots, or without technicians at them', () => {
    expect(earliest([])).toBeNull();
    expect(earliest([slot('2030-03-07', 9)])).toBeNull();
  });
});
