import { expect, test } from 'vitest';
import { asInstant, asZone } from '../base/time.ts';
import { readWishedTime } from './wished-time.ts';

test('a wished time is any future time of the next two years', () => {
  const now = asInstant('2030-03-01T14:00:00Z');
  const zone = asZone('America/New_York');
  expect(readWishedTime('2030-03-01T09:01', now, zone)).toEqual({
    at: '2030-03-01T14:01:00.000Z',
    problem: null,
  });
  expect(readWishedTime('2030-03-01T09:00', now, zone).problem).toBe('Date & Time needs to be future date');
  expect(readWishedTime('3026-03-01T09:00', now, zone).problem).toBe(
    'Choose a date within the next two years',
  );
  expect(readWishedTime('', now, zone).problem).toBe('Date & time are required');
});
