import { expect, test } from 'vitest';
import { asZone } from '#domain/time.ts';
import { daysOfEvent } from './times.ts';

const at = (dateTime: string) => ({ dateTime, timezone: '' });

test('whole days stay the days they were entered for, in whatever zone the company is by now', () => {
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
