import { describe, expect, test } from 'vitest';
import { randomCases } from '#testing/thorough.ts';
import { asInstant, asLocalDate, asZone, fromEpochMs, type LocalDate } from '../base/time.ts';
import { freeSlots, type SlotQuery, type SlotTechnician, timeOffRanges } from './slots.ts';
import { randomSchedule, slotsAsText, slotsMinuteByMinute, zones } from './slots-oracle-for-tests.ts';

const day = asLocalDate('2030-03-08');
const hours = (...list: number[]) => list.map((hour) => hour * 60);
const everyDay = (starts: number[]) => Array.from({ length: 7 }, () => starts);
const minute = (iso: string) => Date.parse(iso) / 60_000;

function technician(more: Partial<SlotTechnician> = {}): SlotTechnician {
  return {
    id: 'a',
    name: 'Ann',
    week: everyDay(hours(9, 13)),
    overrides: [],
    busy: [],
    bufferMinutes: 0,
    maxPerDay: null,
    noticeMinutes: 0,
    maxDaysAhead: 90,
    offers: null,
    areas: [],
    ...more,
  };
}

function ask(more: Partial<SlotQuery> = {}): SlotQuery {
  return {
    from: day,
    to: day,
    zone: asZone('America/New_York'),
    now: asInstant('2030-03-01T14:00:00Z'),
    durationMinutes: 180,
    isPublic: false,
    wanted: null,
    zip: null,
    ...more,
  };
}

const labels = (question: SlotQuery, ...technicians: SlotTechnician[]) =>
  freeSlots(question, technicians).map((slot) => `${slot.date} ${slot.minutes / 60}`);

describe('a free slot', () => {
  const taken = (start: string, end: string) => [
    { start: minute(start), end: minute(end), isAppointment: true },
  ];

  test('is a start time of the weekday, converted once', () => {
    const found = freeSlots(ask({ to: asLocalDate('2030-03-11') }), [technician()]);
    expect(found.map((slot) => fromEpochMs(slot.at * 60_000))).toEqual(
      ['08T14', '08T18', '09T14', '09T18', '10T13', '10T17', '11T13', '11T17'].map(
        (t) => `2030-03-${t}:00:00.000Z`,
      ),
    );
  });

  test('may touch but not overlap what precedes and follows it', () => {
    const between = taken('2030-03-08T17:00:00Z', '2030-03-08T18:00:00Z');
    expect(labels(ask(), technician({ busy: between }))).toEqual(['2030-03-08 9', '2030-03-08 13']);
    const early = taken('2030-03-08T16:59:00Z', '2030-03-08T18:01:00Z');
    expect(labels(ask(), technician({ busy: early }))).toEqual([]);
  });

  test('keeps the buffer to busy time, but not to time off or the end of the day', () => {
    const between = taken('2030-03-08T17:15:00Z', '2030-03-08T17:45:00Z');
    expect(labels(ask(), technician({ busy: between, bufferMinutes: 15 }))).toHaveLength(2);
    expect(labels(ask(), technician({ busy: between, bufferMinutes: 16 }))).toEqual([]);
    const lunch = { kind: 'off', from: day, to: day, start: 720, end: 780 } as const;
    expect(labels(ask(), technician({ overrides: [lunch], bufferMinutes: 60 }))).toHaveLength(2);
  });

  test('is past if it starts now', () => {
    const at = (now: string) => labels(ask({ now: asInstant(now) }), technician());
    expect(at('2030-03-08T14:00:00Z')).toEqual(['2030-03-08 13']);
    expect(at('2030-03-08T13:59:59.999Z')).toHaveLength(2);
  });

  test('is hidden from the public within the notice period and beyond the booking horizon, but not from the office', () => {
    const late = technician({ noticeMinutes: 24 * 60, maxDaysAhead: 7 });
    const now = asInstant('2030-03-07T14:00:00Z');
    expect(labels(ask({ now, isPublic: true }), late)).toHaveLength(2);
    expect(labels(ask({ now: asInstant('2030-03-07T14:00:01Z'), isPublic: true }), late)).toEqual([
      '2030-03-08 13',
    ]);
    expect(labels(ask({ isPublic: true }), late)).toEqual(['2030-03-08 9']);
    expect(labels(ask(), late)).toHaveLength(2);
  });

  test('is removed on a day on which the technician has the maximum number of appointments', () => {
    const busy = taken('2030-03-08T22:00:00Z', '2030-03-09T01:00:00Z');
    const to = asLocalDate('2030-03-09');
    expect(labels(ask({ to }), technician({ busy, maxPerDay: 1 }))).toEqual([
      '2030-03-09 9',
      '2030-03-09 13',
    ]);
    expect(labels(ask({ to }), technician({ busy, maxPerDay: 2 }))).toHaveLength(4);
  });

  test('lists the technician with the fewest bookings that day first, then by name', () => {
    const busy = taken('2030-03-08T22:00:00Z', '2030-03-08T23:00:00Z');
    const found = freeSlots(ask(), [
      technician({ id: 'z', name: 'Zoe' }),
      technician({ id: 'a', name: 'Ann', busy }),
      technician({ id: 'b', name: 'Bob' }),
    ]);
    expect(found[0]?.technicians.map((one) => one.id)).toEqual(['b', 'z', 'a']);
  });

  test('follows days that differ from the weekly schedule', () => {
    const off = { kind: 'off', from: day, to: day, start: null, end: null } as const;
    const extra = { kind: 'extra', from: day, to: day, starts: hours(9, 17) } as const;
    expect(labels(ask(), technician({ overrides: [off] }))).toEqual([]);
    expect(labels(ask(), technician({ overrides: [extra] }))).toEqual([
      '2030-03-08 9',
      '2030-03-08 13',
      '2030-03-08 17',
    ]);
    const afternoon = { ...off, start: 12 * 60 + 1 } as const;
    expect(labels(ask(), technician({ overrides: [afternoon] }))).toEqual(['2030-03-08 9']);
    expect(labels(ask(), technician({ overrides: [{ ...off, start: 11 * 60 }] }))).toEqual([]);
  });

  test('does not extend past midnight into a day off', () => {
    const off = {
      kind: 'off',
      from: asLocalDate('2030-03-09'),
      to: asLocalDate('2030-03-09'),
      start: null,
      end: null,
    } as const;
    const late = technician({ week: everyDay(hours(20, 22)), overrides: [off] });
    expect(labels(ask(), late)).toEqual(['2030-03-08 20']);
  });

  test('includes for the public only technicians who offer everything selected and serve the area', () => {
    const some = technician({ offers: new Set(['home']) });
    const wanted = ['home', 'radon'];
    expect(labels(ask({ wanted, isPublic: true }), some)).toEqual([]);
    expect(labels(ask({ wanted: ['home'], isPublic: true }), some)).toHaveLength(2);
    expect(labels(ask({ wanted }), some)).toHaveLength(2);
    const near = technician({ areas: [{ zip: '78701', zip_to: '78710' }] });
    expect(labels(ask({ zip: '78705' }), near)).toHaveLength(2);
    expect(labels(ask({ zip: '78711' }), near)).toEqual([]);
    expect(labels(ask({ zip: null }), near)).toHaveLength(2);
  });

  test('does not exist without availability, technicians or days', () => {
    expect(freeSlots(ask(), [technician({ week: [] })])).toEqual([]);
    expect(freeSlots(ask(), [])).toEqual([]);
    expect(freeSlots(ask({ to: asLocalDate('2030-03-07') }), [technician()])).toEqual([]);
  });
});

describe('on the nights of the clock change', () => {
  const halves = everyDay([0, 30, 60, 90, 120, 150, 180, 210]);
  const clocks = (date: string, length: number) =>
    freeSlots(ask({ from: date as LocalDate, to: date as LocalDate, durationMinutes: length }), [
      technician({ week: halves }),
    ]).map((slot) => [slot.minutes, fromEpochMs(slot.at * 60_000).slice(11, 16)]);

  test('a skipped time is not offered', () => {
    expect(clocks('2030-03-10', 30)).toEqual([
      [0, '05:00'],
      [30, '05:30'],
      [60, '06:00'],
      [90, '06:30'],
      [180, '07:00'],
      [210, '07:30'],
    ]);
  });

  test('a repeated time means its first occurrence', () => {
    expect(clocks('2030-11-03', 30).slice(1, 6)).toEqual([
      [30, '04:30'],
      [60, '05:00'],
      [90, '05:30'],
      [120, '07:00'],
      [150, '07:30'],
    ]);
  });

  test('a duration is elapsed time', () => {
    const busy = [
      { start: minute('2030-11-03T06:30:00Z'), end: minute('2030-11-03T08:00:00Z'), isAppointment: true },
    ];
    const date = asLocalDate('2030-11-03');
    const question = ask({ from: date, to: date, durationMinutes: 120 });
    // From 0:30 to 1:30 is one hour by the clock, but two hours end at the second 1:30.
    expect(labels(question, technician({ week: everyDay([30, 60]), busy }))).toEqual(['2030-11-03 0.5']);
  });

  test('a day off is 23 or 25 hours long', () => {
    const zone = asZone('America/New_York');
    const lengthOf = (date: string) => {
      const at = asLocalDate(date);
      const [range] = timeOffRanges(
        [{ kind: 'off', from: at, to: at, start: null, end: null }],
        at,
        at,
        zone,
      );
      return range ? (range.end - range.start) / 60 : 0;
    };
    expect(['2030-03-10', '2030-11-03', '2030-06-01'].map(lengthOf)).toEqual([23, 25, 24]);
  });
});

describe('2,000 random schedules in 40 zones (fewer outside CI), mostly around clock changes', () => {
  const count = randomCases(2000);

  test('give exactly the slots found by checking every minute, and the same when repeated', () => {
    expect(new Set(zones).size).toBe(40);
    let slots = 0;
    for (let seed = 1; seed <= count; seed += 1) {
      const { question, technicians } = randomSchedule(seed);
      const found = slotsAsText(question, technicians);
      const expected = slotsMinuteByMinute(question, technicians);
      if (found.join() !== expected.join())
        expect({ seed, zone: question.zone, found }).toEqual({ seed, zone: question.zone, found: expected });
      if (slotsAsText(question, technicians.toReversed()).join() !== found.join())
        throw new Error(`seed ${seed} depends on order`);
      slots += found.length;
    }
    expect(slots).toBeGreaterThan(10 * count);
  }, 60_000);
});
