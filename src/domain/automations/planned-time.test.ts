import { expect, test } from 'vitest';
import { asInstant, asZone } from '../base/time.ts';
import { newAction } from './action-types.ts';
import { plannedTime, type Timing } from './planned-time.ts';

const newYork = asZone('America/New_York');
const at = (timing: Partial<Timing>, anchor: string, zone = newYork) =>
  plannedTime({ ...newAction('a'), ...timing }, asInstant(anchor), zone);
const runAt = (timing: Partial<Timing>, anchor: string, zone = newYork) => at(timing, anchor, zone).runAt;
const office = { is_certain_hours: true, certain_hours: [16, 40] } satisfies Partial<Timing>;
const before = { trigger_type: 'before' } satisfies Partial<Timing>;

test('moves Saturdays to Monday morning, whatever the delay (A4)', () => {
  const weekdays = { ...office, no_weekends: true };
  expect(runAt(weekdays, '2027-05-08T11:00:00-04:00')).toBe('2027-05-10T12:00:00.000Z');
  expect(runAt({ ...weekdays, duration: 2, duration_type: 2 }, '2027-05-06T11:00:00-04:00')).toBe(
    '2027-05-10T12:00:00.000Z',
  );
});

test('reads certain hours from the clock on the wall, before and after it changes (A5)', () => {
  expect(runAt(office, '2027-11-06T22:30:00-04:00')).toBe('2027-11-07T13:00:00.000Z');
  expect(runAt(office, '2027-03-13T22:30:00-05:00')).toBe('2027-03-14T12:00:00.000Z');
});

test('lets hours span midnight (A6)', () => {
  const night = { is_certain_hours: true, certain_hours: [44, 12] } satisfies Partial<Timing>;
  expect(at(night, '2027-05-05T23:30:00-04:00')).toMatchObject({
    runAt: '2027-05-06T03:30:00.000Z',
    moved: null,
  });
  expect(at(night, '2027-05-05T00:30:00-04:00')).toMatchObject({
    runAt: '2027-05-05T04:30:00.000Z',
    moved: null,
  });
  expect(runAt(night, '2027-05-05T06:30:00-04:00')).toBe('2027-05-06T02:00:00.000Z');
});

test('counts a month from the 31st to the last day of a shorter one (A8)', () => {
  const month = { duration: 1, duration_type: 4 } as const;
  expect(runAt(month, '2027-01-31T10:00:00-05:00')).toBe('2027-02-28T15:00:00.000Z');
  expect(runAt({ ...month, ...before }, '2027-03-31T10:00:00-04:00')).toBe('2027-02-28T15:00:00.000Z');
});
