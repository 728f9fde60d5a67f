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

test('keeps the time of day over a change of the clock; hours and minutes are elapsed time', () => {
  const saturday = '2027-03-13T10:00:00-05:00';
  expect(runAt({ duration: 1, duration_type: 2 }, saturday)).toBe('2027-03-14T14:00:00.000Z');
  expect(runAt({ duration: 24, duration_type: 1 }, saturday)).toBe('2027-03-14T15:00:00.000Z');
  expect(runAt({ duration: 1.5, duration_type: 2 }, saturday)).toBe('2027-03-15T02:00:00.000Z');
  expect(runAt({ duration: 1.9, duration_type: 4 }, '2027-01-01T10:00:00-05:00')).toBe(
    '2027-02-28T15:00:00.000Z',
  );
});

test('a skipped time becomes the first that exists, of two equal ones the first counts', () => {
  const day = { duration: 1, duration_type: 2 } as const;
  expect(runAt(day, '2027-03-13T02:30:10-05:00')).toBe('2027-03-14T07:00:00.000Z');
  expect(runAt(day, '2027-11-06T01:30:10-04:00')).toBe('2027-11-07T05:30:10.000Z');
  expect(runAt({ ...day, ...before }, '2027-11-08T01:30:00-05:00')).toBe('2027-11-07T05:30:00.000Z');
});

test('a pair of equal hours is one half hour, and its last minute is included', () => {
  const noon = { is_certain_hours: true, certain_hours: [24, 24] } satisfies Partial<Timing>;
  expect(at(noon, '2027-05-05T12:30:59-04:00').moved).toBe(null);
  expect(runAt(noon, '2027-05-05T12:31:00-04:00')).toBe('2027-05-06T16:00:00.000Z');
  expect(at(office, '2027-05-05T20:00:59-04:00').moved).toBe(null);
  expect(runAt(office, '2027-05-05T20:01:00-04:00')).toBe('2027-05-06T12:00:00.000Z');
});

test('a weekend ends on Monday at the opening, without hours at midnight', () => {
  const saturday = '2027-05-08T23:30:00-04:00';
  const night = {
    no_weekends: true,
    is_certain_hours: true,
    certain_hours: [44, 12],
  } satisfies Partial<Timing>;
  expect(runAt(night, saturday)).toBe('2027-05-11T02:00:00.000Z');
  expect(runAt({ no_weekends: true }, saturday)).toBe('2027-05-10T04:00:00.000Z');
});

test('what runs before its anchor is never moved to it or past it', () => {
  const reminder = { ...office, ...before, duration: 2, duration_type: 1 } satisfies Partial<Timing>;
  // Friday 6:00 would become 8:00, which is the anchor; one minute later it is before it.
  expect(at(reminder, '2027-05-07T08:00:00-04:00')).toEqual({
    nominal: '2027-05-07T10:00:00.000Z',
    runAt: '2027-05-07T00:00:00.000Z',
    moved: 'earlier',
  });
  expect(at(reminder, '2027-05-07T08:01:00-04:00')).toMatchObject({
    runAt: '2027-05-07T12:00:00.000Z',
    moved: 'later',
  });
  // On a Monday at midnight, the last allowed minute of a working day is Friday's.
  const weekdays = { ...before, no_weekends: true, duration: 1, duration_type: 1 } satisfies Partial<Timing>;
  expect(runAt(weekdays, '2027-05-10T00:00:00-04:00')).toBe('2027-05-08T03:59:00.000Z');
});
