import { expect, test } from 'vitest';
import { asLocalDate } from '#domain/base/time.ts';
import { joinChunks } from '#server/http/cached-chunks.ts';
import { serializeSlots } from './serialize-slots.ts';
import type { Candidate } from './slot-candidates.ts';

const tess: Candidate = {
  index: 0,
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

interface Asked {
  warnings?: [string, string][];
  lang?: 'en' | 'de';
  starts?: [date: string, minutes: number][];
  zone?: string;
  color?: string;
}

const morning: [date: string, minutes: number][] = [
  ['2027-06-07', 480],
  ['2027-06-07', 510],
];

function answered(technicians: Candidate[], asked: Asked = {}) {
  const slots = (asked.starts ?? morning).map(([date, minutes]) => ({
    date: asLocalDate(date),
    minutes,
    at: minutes,
    technicians,
  }));
  const found = { slots, warnings: new Map(asked.warnings) };
  return serializeSlots(found, {
    lang: asked.lang ?? 'en',
    timezone: asked.zone ?? 'America/New_York',
    color: asked.color ?? '#1c7ed6',
  });
}

const parsed = (technicians: Candidate[], asked?: Asked) =>
  JSON.parse(joinChunks(answered(technicians, asked)).toString());

test('lists the technicians of each start with their own minute', () => {
  const { timeSlots, timezone } = parsed([tess, { ...tess, index: 1, id: 'b', first_name: 'Ben' }]);
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

test('does not use cached entries for a technician who has changed', () => {
  const firstOf = (answer: { timeSlots: { values: object[] }[] }) => answer.timeSlots[0]?.values[0];
  expect(firstOf(parsed([tess]))).toMatchObject({ first_name: 'Tess', warning: null, profile_pic: null });
  expect(firstOf(parsed([{ ...tess, first_name: 'Teresa' }]))).toMatchObject({ first_name: 'Teresa' });
  expect(firstOf(parsed([{ ...tess, profile_pic: '/p' }]))).toMatchObject({ user: { profile_pic: '/p' } });
  expect(firstOf(parsed([tess], { warnings: [[tess.id, 'Radon']] }))).toMatchObject({ warning: 'Radon' });
  expect(firstOf(parsed([tess]))).toMatchObject({ first_name: 'Tess', warning: null });
});

test('reuses a cached day only if nothing in it differs', () => {
  const ben = { ...tess, nth: 1, id: 'b', first_name: 'Ben' };
  const different: [Candidate[], Asked?][] = [
    [[tess]],
    [[ben]],
    [[tess, ben]],
    [[ben, tess]],
    [[{ ...tess, first_name: 'Teresa' }]],
    [[{ ...tess, color: '#ffa500' }]],
    [[{ ...tess, profile_pic: '/p' }]],
    [[tess], { warnings: [[tess.id, 'Radon']] }],
    [[tess, ben], { lang: 'de' }],
    [[tess, ben], { color: '#7048e8' }],
    [[tess], { starts: morning.slice(1) }],
    [[tess], { starts: morning.slice(0, 1) }],
    [[tess], { starts: [['2027-06-14', 480]] }],
  ];
  const dayOf = ([technicians, asked]: [Candidate[], Asked?]) => answered(technicians, asked)[1];
  const first = different.map(dayOf);
  const again = different.map(dayOf);
  for (const [nth, day] of first.entries()) expect(again[nth]).toBe(day);
  expect(new Set(first).size).toBe(different.length);
  expect(new Set(first.map((day) => joinChunks(day ? [day] : []).toString())).size).toBe(different.length);
});

test('joins several days, and returns an empty list for none', () => {
  const two = parsed([tess], { starts: [...morning, ['2027-06-09', 600]] });
  expect(two.timeSlots.map((slot: { date: string }) => slot.date)).toEqual([
    '2027-06-07',
    '2027-06-07',
    '2027-06-09',
  ]);
  expect(parsed([tess], { starts: [] })).toEqual({ timeSlots: [], timezone: 'America/New_York' });
});

test('adds the extra driving to each technician, also where everything else is cached', () => {
  const ben = { ...tess, index: 1, id: 'b', first_name: 'Ben' };
  const minutes = (extraMinutes?: number[]) => {
    const slot = { date: asLocalDate('2027-06-07'), minutes: 480, at: 480, technicians: [tess, ben] };
    const found = { slots: [{ ...slot, ...(extraMinutes ? { extraMinutes } : {}) }], warnings: new Map() };
    const options = { lang: 'en', timezone: 'America/New_York', color: '#1c7ed6' } as const;
    const { timeSlots } = JSON.parse(joinChunks(serializeSlots(found, options)).toString());
    return timeSlots[0].values.map((one: { extra_minutes: number | null }) => one.extra_minutes);
  };
  expect(minutes()).toEqual([null, null]);
  expect(minutes([0, 12])).toEqual([0, 12]);
  expect(minutes([0, 13])).toEqual([0, 13]);
  expect(minutes()).toEqual([null, null]);
});
