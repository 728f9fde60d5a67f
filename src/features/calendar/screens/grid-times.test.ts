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

describe('the clocks of the grid', () => {
  test('are those on the company’s wall, told as UTC', () => {
    expect(gridTimeZone(asInstant('2030-07-01T14:00:00Z'), zone)).toBe('2030-07-01T10:00:00Z');
    expect(toGridTimes(entry('2030-01-07T14:00:00Z', '2030-01-07T15:30:00Z'), zone)).toEqual({
      start: '2030-01-07T09:00:00Z',
      end: '2030-01-07T10:30:00Z',
    });
  });

  test('whole days stay the days they were entered for', () => {
    const days = entry('2030-01-07T00:00:00', '2030-01-09T00:00:00', true);
    expect(toGridTimes(days, zone)).toEqual({ start: '2030-01-07', end: '2030-01-09' });
  });

  test('an end that the clocks tell before its start is drawn as long as it lasts', () => {
    // 01:45 summer time until 01:15 winter time.
    expect(toGridTimes(entry('2030-11-03T05:45:00Z', '2030-11-03T06:15:00Z'), zone)).toEqual({
      start: '2030-11-03T01:45:00Z',
      end: '2030-11-03T02:15:00.000Z',
    });
  });
});

describe('what was moved', () => {
  const visit = entry('2030-03-08T14:00:00Z', '2030-03-08T17:00:00Z');

  test('begins at the new clock and lasts as long as before', () => {
    expect(moved(visit, '2030-03-11T13:15:00Z', '2030-03-11T16:15:00Z')).toEqual([
      '2030-03-11T13:15:00-04:00',
      '2030-03-11T16:15:00-04:00',
    ]);
  });

  test('lasts as long as before over a change of the clocks', () => {
    // From 00:30 the clock shows 04:30 after three hours.
    expect(moved(visit, '2030-03-10T00:30:00Z', '2030-03-10T03:30:00Z')).toEqual([
      '2030-03-10T00:30:00-05:00',
      '2030-03-10T04:30:00-04:00',
    ]);
  });

  test('a clock that is skipped is moved past the gap', () => {
    expect(moved(visit, '2030-03-10T02:30:00Z', '2030-03-10T05:30:00Z')[0]).toBe('2030-03-10T03:30:00-04:00');
  });
});

test('what was made longer keeps its start, also in the second of two equal hours', () => {
  const late = entry('2030-11-03T06:30:00Z', '2030-11-03T07:30:00Z');
  expect(moved(late, '2030-11-03T01:30:00Z', '2030-11-03T04:00:00Z')).toEqual([
    '2030-11-03T01:30:00-05:00',
    '2030-11-03T04:00:00-05:00',
  ]);
});

describe('in the lanes of a day', () => {
  // 01:30 to 02:30 winter time: the second of two equal hours.
  const late = entry('2030-11-03T06:30:00Z', '2030-11-03T07:30:00Z');
  const lane = (of: typeof late, start: string, end: string, act: 'drop' | 'resize') =>
    movedLaneTimes(of, { start, end }, act, zone);

  test('what only changes its technician keeps its moments', () => {
    expect(lane(late, '2030-11-03T01:30', '2030-11-03T02:30', 'drop')).toEqual([
      '2030-11-03T01:30:00-05:00',
      '2030-11-03T02:30:00-05:00',
    ]);
  });

  test('what was moved over a change of the clocks lasts as long as before', () => {
    const visit = entry('2030-11-03T14:00:00Z', '2030-11-03T17:00:00Z');
    expect(lane(visit, '2030-11-03T00:30', '2030-11-03T03:30', 'drop')).toEqual([
      '2030-11-03T00:30:00-04:00',
      '2030-11-03T02:30:00-05:00',
    ]);
  });

  test('the edge that was not pulled keeps its moment', () => {
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
