import { expect, test } from 'vitest';
import { randomCases } from '#testing/thorough.ts';
import { addDays, asInstant, asLocalDate, asZone, type LocalDate } from '../base/time.ts';
import {
  extraByTours,
  isDrivable,
  minutesByVectors,
  randomCity,
  slotsByDriving,
} from './road-oracle-for-tests.ts';
import { type FreeSlot, freeSlots, type SlotQuery, type SlotTechnician } from './slots.ts';
import { seededRandom } from './slots-oracle-for-tests.ts';
import { estimateDrivingMinutes, type Place } from './travel.ts';

const day = asLocalDate('2030-03-08');
const minute = (iso: string) => Date.parse(iso) / 60_000;
const at = (km: number): Place => ({ lat: 30 + km / 111.195, lng: -97 });

function technician(more: Partial<SlotTechnician> = {}): SlotTechnician {
  const week = Array.from({ length: 7 }, () => [9 * 60, 13 * 60]);
  const limits = { bufferMinutes: 0, maxPerDay: null, noticeMinutes: 0, maxDaysAhead: 90 };
  return { id: 'a', name: 'Ann', week, overrides: [], busy: [], ...limits, offers: null, areas: [], ...more };
}

function ask(place: Place | null, more: Partial<SlotQuery> = {}): SlotQuery {
  const road = place && { place, minutes: estimateDrivingMinutes };
  const now = asInstant('2030-03-01T14:00:00Z');
  const plain = { isPublic: false, wanted: null, zip: null, durationMinutes: 180 };
  return { from: day, to: day, zone: asZone('America/New_York'), now, ...plain, road, ...more };
}

const stop = (start: string, end: string, place: Place | null) => ({
  start: minute(`2030-03-08T${start}:00Z`),
  end: minute(`2030-03-08T${end}:00Z`),
  isAppointment: true,
  place,
});
const hours = (slots: readonly FreeSlot[]) => slots.map((slot) => slot.minutes / 60);

// 10 km take 19 minutes; starts are 14:00 and 18:00 UTC, for three hours each.
test('a stop blocks the driving before and after it, to the minute', () => {
  const found = (busy: SlotTechnician['busy']) => hours(freeSlots(ask(at(10)), [technician({ busy })]));
  expect(found([stop('17:15', '17:41', at(0))])).toEqual([13]);
  expect(found([stop('17:15', '17:42', at(0))])).toEqual([]);
  expect(found([stop('17:19', '17:41', at(0))])).toEqual([9, 13]);
  expect(found([stop('17:18', '17:41', at(0))])).toEqual([13]);
  expect(found([stop('17:00', '18:00', at(10))])).toEqual([9, 13]);
  expect(found([stop('17:00', '18:00', null)])).toEqual([9, 13]);
});

test('no one drives during other busy time or time off between two stops', () => {
  const call = { ...stop('17:30', '17:50', null), isAppointment: false };
  const early = stop('16:00', '17:22', at(0));
  const late = stop('16:00', '17:21', at(0));
  const found = (more: Partial<SlotTechnician>) => hours(freeSlots(ask(at(10)), [technician(more)]));
  expect(found({ busy: [early] })).toEqual([13]);
  expect(found({ busy: [early, call] })).toEqual([]);
  expect(found({ busy: [late, call] })).toEqual([13]);
  const lunch = { kind: 'off', from: day, to: day, start: 12 * 60 + 30, end: 12 * 60 + 51 } as const;
  expect(found({ busy: [early], overrides: [lunch] })).toEqual([]);
});

test('driving uses the buffer, which is kept in any case', () => {
  const busy = [stop('16:00', '17:41', at(0))];
  expect(hours(freeSlots(ask(at(10)), [technician({ busy, bufferMinutes: 19 })]))).toEqual([13]);
  expect(hours(freeSlots(ask(at(10)), [technician({ busy, bufferMinutes: 20 })]))).toEqual([]);
});

test('the way from home starts before working hours, but not before now', () => {
  const far = technician({ home: at(200) });
  expect(hours(freeSlots(ask(at(0)), [far]))).toEqual([9, 13]);
  const soon = ask(at(0), { now: asInstant('2030-03-08T10:53:00Z') });
  expect(hours(freeSlots(soon, [far]))).toEqual([13]);
  expect(hours(freeSlots({ ...soon, now: asInstant('2030-03-08T10:52:00Z') }, [far]))).toEqual([9, 13]);
});

test('a way of more than four hours from or to home is not offered', () => {
  const found = (km: number, busy: SlotTechnician['busy'] = []) =>
    hours(freeSlots(ask(at(0)), [technician({ home: at(km), busy })]));
  expect(estimateDrivingMinutes(at(0), at(260))).toBe(240);
  expect(found(260)).toEqual([9, 13]);
  expect(found(261)).toEqual([]);
  // Who is there already only has to return: from the last stop.
  expect(found(261, [stop('12:00', '13:00', at(0)), stop('22:00', '23:00', at(0))])).toEqual([9, 13]);
});

test('the night is long enough for any time off, but a late stop needs its way', () => {
  const night = technician({
    week: Array.from({ length: 7 }, () => [30]),
    overrides: [{ kind: 'off', from: day, to: day, start: null, end: 30 }],
    busy: [{ ...stop('04:00', '05:10', at(0)), start: minute('2030-03-08T04:00:00Z') }],
  });
  expect(freeSlots(ask(at(10)), [night])).toHaveLength(1);
  expect(freeSlots(ask(at(11)), [night])).toHaveLength(0);
});

test('the technician who drives least comes first, then the least booked, then by name', () => {
  const team = [
    technician({ id: 'far', name: 'Ann', home: at(20) }),
    technician({ id: 'near', name: 'Zoe', home: at(2) }),
    technician({ id: 'passes', name: 'Yan', home: at(30), busy: [stop('21:30', '22:30', at(0))] }),
    technician({ id: 'same', name: 'Xia', home: at(2), busy: [stop('21:30', '22:30', at(2))] }),
  ];
  const [first] = freeSlots(ask(at(1)), team);
  expect(first?.technicians.map((one) => one.id)).toEqual(['passes', 'near', 'same', 'far']);
  expect(first?.extraMinutes).toEqual([3, 6, 6, 62]);
  expect(freeSlots(ask(null), team)[0]).not.toHaveProperty('extraMinutes');
});

test('1,000 random cities (fewer outside CI), mostly around clock changes: exactly the slots that can be driven', () => {
  const count = randomCases(1000);
  let [slots, all] = [0, 0];
  for (let seed = 1; seed <= count; seed += 1) {
    const { question, technicians } = randomCity(seed);
    const found = freeSlots(question, technicians).flatMap((slot) =>
      slot.technicians.map(
        (one, i) =>
          `${slot.date} ${String(slot.minutes).padStart(4, '0')} ${slot.at} ${one.id} +${slot.extraMinutes?.[i]}`,
      ),
    );
    const expected = slotsByDriving(question, technicians);
    if (found.join() !== expected.join())
      expect({ seed, zone: question.zone, found }).toEqual({ seed, zone: question.zone, found: expected });
    slots += found.length;
    all += freeSlots({ ...question, road: null }, technicians).reduce((n, s) => n + s.technicians.length, 0);
  }
  expect(slots).toBeGreaterThan(5 * count);
  expect(all - slots).toBeGreaterThan(count / 2);
}, 60_000);

/** A city with three technicians: 40 jobs are booked one by one, each at the first slot with its first technician. */
function bookJobs(seed: number, begin: LocalDate, onSlot: (question: SlotQuery, slot: FreeSlot) => void) {
  const dice = seededRandom(seed);
  const home = (lat: number, lng: number) => ({ lat, lng });
  const week = Array.from({ length: 7 }, () => [8 * 60, 11 * 60, 14 * 60, 16 * 60 + 30]);
  let team = [home(30.27, -97.74), home(30.5, -97.68), home(30.19, -97.82)].map((base, i) =>
    technician({ id: `t${i}`, name: `T${i}`, home: base, week, maxPerDay: 3 }),
  );
  for (let job = 0; job < 40; job += 1) {
    const place = home(30.1 + dice.below(500) / 1000, -98 + dice.below(500) / 1000);
    const question = ask(place, {
      from: begin,
      to: addDays(begin, 13),
      durationMinutes: dice.oneOf([90, 120, 165]),
    });
    const slots = freeSlots(question, team);
    for (const slot of slots) onSlot(question, slot);
    const chosen = slots[0];
    const [first] = chosen?.technicians ?? [];
    if (!chosen || !first) throw new Error(`job ${job} finds no slot`);
    const booked = {
      start: chosen.at,
      end: chosen.at + question.durationMinutes,
      isAppointment: true,
      place,
    };
    team = team.map((one) => (one.id === first.id ? { ...one, busy: [...one.busy, booked] } : one));
  }
  return team;
}

test('three technicians and 40 jobs: the suggested order is that of brute force, and every day can be driven', () => {
  let compared = 0;
  // The second fortnight contains the change of the clocks.
  for (const begin of [asLocalDate('2030-06-03'), asLocalDate('2030-03-04')]) {
    const team = bookJobs(3, begin, (question, slot) => {
      const order = slot.technicians.map((one) => {
        const stopAt = {
          start: slot.at,
          end: slot.at + question.durationMinutes,
          place: question.road?.place ?? at(0),
        };
        expect(isDrivable(question, one, stopAt, slot.date)).toBe(true);
        return extraByTours(question, one, stopAt, slot.date);
      });
      expect(slot.extraMinutes).toEqual(order);
      expect(order).toEqual(order.toSorted((a, b) => a - b));
      compared += order.length;
    });
    expect(team.reduce((sum, one) => sum + one.busy.length, 0)).toBe(40);
    for (const one of team) {
      const stops = one.busy.toSorted((a, b) => a.start - b.start);
      for (const [i, next] of stops.slice(1).entries()) {
        const last = stops[i];
        if (!last?.place || !next.place) throw new Error('every job has a place');
        expect(next.start - last.end).toBeGreaterThanOrEqual(minutesByVectors(last.place, next.place));
      }
    }
  }
  expect(compared).toBeGreaterThan(2000);
});
