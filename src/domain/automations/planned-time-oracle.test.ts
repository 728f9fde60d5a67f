/** Planned times of random actions around both changes of the clock, against an oracle that walks minute by minute. */
import { expect, test } from 'vitest';
import { seededRandom } from '../../testing/seeded-random.ts';
import { randomCases } from '../../testing/thorough.ts';
import { asZone, fromEpochMs, toEpochMs } from '../base/time.ts';
import { newAction } from './action-types.ts';
import { plannedTime, type Timing } from './planned-time.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const first = Date.UTC(2026, 0, 1);
const quarters = (3 * 366 * day) / (15 * minute);
const zones =
  `America/New_York America/Chicago America/Denver America/Los_Angeles America/Anchorage America/Adak
  America/Halifax America/St_Johns America/Havana America/Santiago America/Miquelon America/Nuuk America/Port-au-Prince
  Atlantic/Bermuda Atlantic/Azores Europe/London Europe/Dublin Europe/Lisbon Europe/Berlin Europe/Rome Europe/Athens
  Europe/Helsinki Europe/Kyiv Europe/Chisinau Africa/Cairo Europe/Bucharest America/Tijuana Asia/Beirut Asia/Jerusalem
  Asia/Gaza Asia/Nicosia Australia/Sydney Australia/Adelaide Australia/Lord_Howe Australia/Hobart Pacific/Auckland
  Pacific/Chatham Pacific/Norfolk Pacific/Easter Antarctica/Troll`.split(/\s+/);

/** The clock of a zone: the minutes since 1970 that it shows, asked from the runtime every quarter of an hour. */
function clockOf(zone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const offsets = new Int16Array(quarters).fill(-1);
  return (ms) => {
    const quarter = Math.floor((ms - first) / (15 * minute));
    let offset = offsets[quarter] ?? 0;
    if (offset === -1) {
      const [, sign, hours, minutes] = /GMT(?:([+-])(\d+):(\d+))?/.exec(format.format(ms)) ?? [];
      offset = Number(`${sign ?? '+'}1`) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
      offsets[quarter] = offset;
    }
    return Math.floor(ms / minute) + offset;
  };
}

/** The minutes of 2027 before which the clock shows another offset. */
function changesOf(clock: (ms: number) => number): number[] {
  const changes: number[] = [];
  const isChange = (at: number, length: number) => clock(at) - clock(at - length) !== length / minute;
  for (let noon = Date.UTC(2027, 0, 2, 12); noon < Date.UTC(2028, 0, 2); noon += day) {
    if (!isChange(noon, day)) continue;
    for (let at = noon - day + 15 * minute; at <= noon; at += 15 * minute)
      if (isChange(at, 15 * minute)) changes.push(at);
  }
  return changes;
}

const weekdayOf = (wall: number) => (Math.floor(wall / 1440) + 4) % 7;
const isWeekend = (wall: number) => weekdayOf(wall) % 6 === 0;

function isAllowed(timing: Timing, wall: number): boolean {
  if (timing.no_weekends && isWeekend(wall)) return false;
  if (!timing.is_certain_hours) return true;
  const [a, b] = timing.certain_hours.map((half) => half * 30) as [number, number];
  const at = wall % 1440;
  if (a === b) return at >= a && at <= a + 30;
  return a < b ? at >= a && at <= b : at >= a || at <= b;
}

function oracle(timing: Timing, anchor: number, clock: (ms: number) => number): number {
  const nominal = shift(timing, anchor, clock);
  if (isAllowed(timing, clock(nominal))) return nominal;
  let at = Math.floor(nominal / minute) * minute;
  let isAfterWeekend = false;
  const opening = timing.is_certain_hours ? timing.certain_hours[0] * 30 : 0;
  for (; ; at += minute) {
    const wall = clock(at);
    if (timing.no_weekends && isWeekend(wall)) isAfterWeekend = true;
    else if (isAllowed(timing, wall) && !(isAfterWeekend && wall % 1440 < opening)) break;
  }
  if (timing.trigger_type === 'after' || at < anchor) return at;
  for (at = Math.ceil(anchor / minute) * minute - minute; !isAllowed(timing, clock(at)); at -= minute);
  return at;
}

function shift(
  { duration, duration_type: unit, trigger_type }: Timing,
  anchor: number,
  clock: (ms: number) => number,
) {
  const sign = trigger_type === 'before' ? -1 : 1;
  if (unit === 0) return anchor + sign * duration * minute;
  if (unit === 1) return anchor + sign * duration * hour;
  const months = unit === 4 ? Math.trunc(duration) : 0;
  const days = unit === 4 ? (duration - months) * 30 : unit === 3 ? duration * 7 : duration;
  const whole = Math.floor(days + 1e-9);
  const rest = sign * Math.round((days - whole) * day);
  if (months === 0 && whole === 0) return anchor + rest;
  const wall = clock(anchor);
  const date = new Date(Math.floor(wall / 1440) * day);
  const length = new Date(
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + sign * months + 1, 0),
  ).getUTCDate();
  const goal =
    Date.UTC(
      date.getUTCFullYear(),
      date.getUTCMonth() + sign * months,
      Math.min(date.getUTCDate(), length) + sign * whole,
    ) /
      minute +
    (wall % 1440);
  let at = goal * minute - 16 * hour;
  while (clock(at) < goal) at += minute;
  return at + (clock(at) === goal ? anchor % minute : 0) + rest;
}

const random = seededRandom(26);
const pick = <T>(...of: T[]): T => of[Math.floor(random() * of.length)] as T;

function randomTiming(): Timing {
  const unit = pick(0, 1, 2, 2, 3, 4) as Timing['duration_type'];
  return {
    duration: pick(0, 1, 2, 3, 1.5, 0.25, 0.5, unit < 2 ? 72 : 5, unit < 2 ? 999 : 7, unit < 2 ? 24 : 1.9),
    duration_type: unit,
    trigger_type: pick('before', 'after'),
    is_certain_hours: random() < 0.7,
    certain_hours:
      random() < 0.4 ? pick([16, 40], [44, 12], [2, 5], [4, 4], [47, 1], [3, 6]) : [half(), half()],
    no_weekends: random() < 0.5,
  };
}
const half = () => 1 + Math.floor(random() * 47);
const unitLengths = [minute, hour, day, 7 * day, 30.44 * day];

/** An anchor whose planned time falls near the change, mostly within its hours. */
function anchorNear(change: number, { duration, duration_type, trigger_type }: Timing): number {
  const spread = random() < 0.6 ? 3 * hour : 4 * day;
  const near = change + (random() * 2 - 1) * spread;
  const length = duration * (unitLengths[duration_type] ?? 0);
  const at = near - (trigger_type === 'before' ? -length : length);
  return random() < 0.7 ? Math.round(at / minute) * minute : Math.round(at);
}

test('plans as a walk minute by minute does, in 40 zones around both changes of the clock', () => {
  expect(zones).toHaveLength(40);
  const timings = Array.from({ length: randomCases(200) }, randomTiming);
  let moved = 0;
  for (const name of zones) {
    const [clock, zone] = [clockOf(name), asZone(name)];
    const changes = changesOf(clock);
    expect([name, changes.length]).toEqual([name, 2]);
    for (const change of changes) {
      for (const timing of timings) {
        const anchor = anchorNear(change, timing);
        const planned = plannedTime({ ...newAction('a'), ...timing }, fromEpochMs(anchor), zone);
        if (planned.moved !== null) moved++;
        const expected = oracle(timing, anchor, clock);
        if (toEpochMs(planned.runAt) !== expected)
          expect({ name, timing, anchor: fromEpochMs(anchor), runAt: planned.runAt }).toEqual({
            name,
            timing,
            anchor: fromEpochMs(anchor),
            runAt: fromEpochMs(expected),
          });
      }
    }
  }
  expect(moved).toBeGreaterThan(timings.length * 20);
});
