import { expect, test } from 'vitest';
import { asInstant, asZone } from '#domain/base/time.ts';
import { daysOfEvent, newEventStart } from './times.ts';

const at = (dateTime: string) => ({ dateTime, timezone: '' });

test("all-day entries stay on their original days, whatever the company's current time zone is", () => {
  const two = {
    all_day: true,
    start: at('2030-03-20T00:00:00-04:00'),
    end: at('2030-03-22T00:00:00-04:00'),
  };
  for (const zone of ['America/New_York', 'America/Los_Angeles', 'Asia/Tokyo'])
    expect(daysOfEvent(two, asZone(zone))).toEqual({ first: '2030-03-20', last: '2030-03-21' });
  const hours = { ...two, all_day: false, end: at('2030-03-20T03:00:00-04:00') };
  expect(daysOfEvent(hours, asZone('America/Los_Angeles')).first).toBe('2030-03-19');
});

test('a current slot offers its next quarter hour, a past one nothing', () => {
  const zone = asZone('America/New_York');
  const now = asInstant('2030-03-08T15:20:00Z'); // 10:20
  expect(newEventStart('2030-03-08T10:00', 60, now, zone)).toBe('2030-03-08T10:30');
  expect(newEventStart('2030-03-08T10:15', 45, now, zone)).toBe('2030-03-08T10:30');
  expect(newEventStart('2030-03-08T10:45', 15, now, zone)).toBe('2030-03-08T10:45');
  expect(newEventStart('2030-03-08T09:45', 15, now, zone)).toBeNull();
});
