import { expect, test } from 'vitest';
import { asInstant } from '../base/time.ts';
import {
  appointmentRange,
  type BusyRange,
  conflictingRanges,
  mergeRanges,
  overlaps,
  subtractRanges,
} from './booking-time.ts';

const range = (start: number, end: number) => ({ start, end });

test.each([
  [range(0, 60), range(60, 120), false],
  [range(0, 61), range(60, 120), true],
  [range(0, 600), range(60, 120), true],
  [range(60, 60), range(0, 120), true],
  [range(120, 180), range(0, 60), false],
])('%o and %o overlap: %s', (a, b, expected) => {
  expect(overlaps(a, b)).toBe(expected);
  expect(overlaps(b, a)).toBe(expected);
});

test('returns the epoch minutes of an appointment, including its buffers', () => {
  expect(appointmentRange(asInstant('1970-01-01T10:00:30Z'), 90, 15)).toEqual(range(585, 705));
});

test('finds conflicting ranges', () => {
  const busy = (start: number, end: number, more: Partial<BusyRange> = {}): BusyRange => ({
    technician_id: 't',
    kind: 'appointment',
    appointment_id: 'a',
    title: '',
    exclusive: true,
    ...range(start, end),
    ...more,
  });
  const all = [
    busy(100, 200, { appointment_id: 'b' }),
    busy(0, 60),
    busy(50, 150, { technician_id: 'other' }),
    busy(50, 150, { exclusive: false }),
    busy(200, 300, { kind: 'external', appointment_id: null }),
  ];
  const wanted = { technician_id: 't', ...range(30, 210) };
  expect(conflictingRanges(all, wanted).map((r) => r.start)).toEqual([0, 100, 200]);
  expect(conflictingRanges(all, { ...wanted, appointment_id: 'a' }).map((r) => r.start)).toEqual([100, 200]);
  expect(conflictingRanges(all, { technician_id: 't', ...range(60, 100) })).toEqual([]);
});

test('merges busy ranges and returns the free ones', () => {
  const taken = [range(50, 70), range(10, 20), range(20, 30), range(60, 65), range(5, 5)];
  expect(mergeRanges(taken)).toEqual([range(10, 30), range(50, 70)]);
  expect(subtractRanges(range(0, 60), taken)).toEqual([range(0, 10), range(30, 50)]);
  expect(subtractRanges(range(0, 100), [])).toEqual([range(0, 100)]);
  expect(subtractRanges(range(0, 100), [range(-10, 200)])).toEqual([]);
});
