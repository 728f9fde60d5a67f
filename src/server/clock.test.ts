import { expect, test } from 'vitest';
import { systemClock, testClock } from './clock.ts';

test('the test clock only moves when it is advanced', () => {
  const clock = testClock('2030-03-01T09:00:00-05:00');
  expect(clock.now()).toBe('2030-03-01T14:00:00.000Z');
  const before = clock.now();
  clock.advance(90_000);
  expect(Date.parse(clock.now()) - Date.parse(before)).toBe(90_000);
  clock.set('2031-01-01T00:00:00Z');
  expect(clock.now()).toBe('2031-01-01T00:00:00.000Z');
});

test('the system clock returns the current instant', () => {
  expect(systemClock.now()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});
