import { describe, expect, test } from 'vitest';
import { asInstant, asZone } from '#domain/base/time.ts';
import { gridTimeZone, movedEventTimes, movedLaneTimes, toGridTimes } from './grid-times.ts';

const zone = asZone('America/New_York');
const entry = (start: string, end: string, all_day = false) => ({
  all_day,
  start: { dateTime: start, timezone: zone },
  end: { dateTime: end, timezone: zone },
});
const moved = (of: ReturnType<typeof entry>, startStr: string, endStr: string) =>
  movedEventTimes(of, { startStr, endStr }, { startStr: toGridTimes(of, zone).start }, zone);

describe('the times of the grid', () => {
  test('are company-local times passed as UTC', () => {
    expect(gridTimeZone(asInstant('2030-07-01T14:00:00Z'), zone)).toBe('2030-07-01T10:00:00Z');
    expect(toGridTimes(entry('2030-01-07T14:00:00Z', '2030-01-07T15:30:00Z'), zone)).toEqual({
      start: '2030-01-07T09:00:00Z',
      end: '2030-01-07T10:30:00Z',
    });
  });

  test('leave all-day entries on their original days', () => {
    const days = entry('2030-01-07T00:00:00', '2030-01-09T00:00:00', true);
    expect(toGridTimes(days, zone)).toEqual({ start: '2030-01-07', end: '2030-01-09' });
  });

  test('use the actual duration when the local end is before the local start', () => {
    // 01:45 daylight saving time until 01:15 standard time.
    expect(toGridTimes(entry('2030-11-03T05:45:00Z', '2030-11-03T06:15:00Z'), zone)).toEqual({
      start: '2030-11-03T01:45:00Z',
      end: '2030-11-03T02:15:00.000Z',
    });
  });
});

describe('moving an entry', () => {
  const visit = entry('2030-03-08T14:00:00Z', '2030-03-08T17:00:00Z');

  test('uses the new local start and preserves the duration', () => {
    expect(moved(visit, '2030-03-11T13:15:00Z', '2030-03-11T16:15:00Z')).toEqual([
      '2030-03-11T13:15:00-04:00',
      '2030-03-11T16:15:00-04:00',
    ]);
  });

  test('preserves the duration across a daylight saving change', () => {
    // Three hours after 00:30 it is 04:30 local time.
    expect(moved(visit, '2030-03-10T00:30:00Z', '2030-03-10T03:30:00Z')).toEqual([
      '2030-03-10T00:30:00-05:00',
      '2030-03-10T04:30:00-04:00',
    ]);
  });

  test('moves a skipped local time past the gap', () => {
    expect(moved(visit, '2030-03-10T02:30:00Z', '2030-03-10T05:30:00Z')[0]).toBe('2030-03-10T03:30:00-04:00');
  });
});

test('resizing an entry leaves its start unchanged, also in the second of two repeated hours', () => {
  const late = entry('2030-11-03T06:30:00Z', '2030-11-03T07:30:00Z');
  expect(moved(late, '2030-11-03T01:30:00Z', '2030-11-03T04:00:00Z')).toEqual([
    '2030-11-03T01:30:00-05:00',
    '2030-11-03T04:00:00-05:00',
  ]);
});

describe('in the lanes of a day', () => {
  // 01:30 to 02:30 standard time: the second of two repeated hours.
  const late = entry('2030-11-03T06:30:00Z', '2030-11-03T07:30:00Z');
  const lane = (of: typeof late, start: string, end: string, act: 'drop' | 'resize') =>
    movedLaneTimes(of, { start, end }, act, zone);

  test('changing only the technician leaves the instants unchanged', () => {
    expect(lane(late, '2030-11-03T01:30', '2030-11-03T02:30', 'drop')).toEqual([
      '2030-11-03T01:30:00-05:00',
      '2030-11-03T02:30:00-05:00',
    ]);
  });

  test('moving across a daylight saving change preserves the duration', () => {
    const visit = entry('2030-11-03T14:00:00Z', '2030-11-03T17:00:00Z');
    expect(lane(visit, '2030-11-03T00:30', '2030-11-03T03:30', 'drop')).toEqual([
      '2030-11-03T00:30:00-04:00',
      '2030-11-03T02:30:00-05:00',
    ]);
  });

  test('resizing leaves the instant of the other edge unchanged', () => {
    expect(lane(late, '2030-11-03T01:30', '2030-11-03T04:00', 'resize')).toEqual([
      '2030-11-03T01:30:00-05:00',
      '2030-11-03T04:00:00-05:00',
    ]);
    expect(lane(late, '2030-11-03T00:30', '2030-11-03T02:30', 'resize')).toEqual([
      '2030-11-03T00:30:00-04:00',
      '2030-11-03T02:30:00-05:00',
    ]);
  });
});
