import { expect, test } from 'vitest';
import { asLocalDate } from '#domain/time.ts';
import type { Candidate } from './list-slots.ts';
import { slotsAsJson } from './slots-as-json.ts';

const tess: Candidate = {
  nth: 0,
  id: '0192f3a0-0000-7000-8000-000000000001',
  name: 'tester tess',
  first_name: 'Tess',
  last_name: 'Tester',
  email: 'tess@example.test',
  color: '#add8e6',
  profile_pic: null,
  week: [],
  overrides: [],
  busy: [],
  bufferMinutes: 0,
  maxPerDay: null,
  noticeMinutes: 0,
  maxDaysAhead: 90,
  offers: null,
  areas: [],
};

function told(technicians: Candidate[], warnings: [string, string][] = []) {
  const at = [480, 510].map((minutes) => ({
    date: asLocalDate('2027-06-07'),
    minutes,
    at: minutes,
    technicians,
  }));
  const parts = slotsAsJson({ slots: at, warnings: new Map(warnings) }, 'en', 'America/New_York');
  return JSON.parse(Buffer.concat(parts).toString());
}

test('each start tells its technicians with their own minute', () => {
  const { timeSlots, timezone } = told([tess, { ...tess, nth: 1, id: 'b', first_name: 'Ben' }]);
  expect(timezone).toBe('America/New_York');
  expect(timeSlots.map((slot: { title: string }) => slot.title)).toEqual(['2 available', '2 available']);
  expect(
    timeSlots.map((slot: { values: { first_name: string; start_time: number }[] }) =>
      slot.values.map((one) => [one.first_name, one.start_time]),
    ),
  ).toEqual([
    [
      ['Tess', 800],
      ['Ben', 800],
    ],
    [
      ['Tess', 830],
      ['Ben', 830],
    ],
  ]);
});

test('what was kept for the next question is not told of somebody who has changed', () => {
  const firstOf = (answer: { timeSlots: { values: object[] }[] }) => answer.timeSlots[0]?.values[0];
  expect(firstOf(told([tess]))).toMatchObject({ first_name: 'Tess', warning: null, profile_pic: null });
  expect(firstOf(told([{ ...tess, first_name: 'Teresa' }]))).toMatchObject({ first_name: 'Teresa' });
  expect(firstOf(told([{ ...tess, profile_pic: '/p' }]))).toMatchObject({ user: { profile_pic: '/p' } });
  expect(firstOf(told([tess], [[tess.id, 'Radon']]))).toMatchObject({ warning: 'Radon' });
  expect(firstOf(told([tess]))).toMatchObject({ first_name: 'Tess', warning: null });
});
