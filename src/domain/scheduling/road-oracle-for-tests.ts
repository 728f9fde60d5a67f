import type { TimeRange } from './booking-time.ts';
import type { SlotQuery, SlotTechnician } from './slots.ts';
import {
  clocksOf,
  randomSchedule,
  seededRandom,
  slotsMinuteByMinute,
  takenMinutes,
} from './slots-oracle-for-tests.ts';
import type { Place } from './travel.ts';

/**
 * Returns minutes of driving from the angle between two vectors and the lowest of three lines. Shares no step with
 * `estimateDrivingMinutes`.
 */
export function minutesByVectors(from: Place, to: Place): number {
  const vector = ({ lat, lng }: Place) => {
    const [a, b] = [(lat / 180) * Math.PI, (lng / 180) * Math.PI];
    return [Math.cos(a) * Math.cos(b), Math.cos(a) * Math.sin(b), Math.sin(a)] as const;
  };
  const [[ax, ay, az], [bx, by, bz]] = [vector(from), vector(to)];
  const cross = Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
  const km = Math.atan2(cross, ax * bx + ay * by + az * bz) * 6371.0088;
  const road = km * 1.3;
  return km < 0.05 ? 0 : Math.ceil(Math.min(road * 2, 8 + (road - 4) * 1.2, 27.2 + ((road - 20) * 2) / 3));
}

/** Returns what `freeSlots` must return with a road: drives every minute of the way to and from each candidate. */
export function slotsByDriving(question: SlotQuery, technicians: readonly SlotTechnician[]): string[] {
  const place = question.road?.place as Place;
  const found = slotsMinuteByMinute(question, technicians).flatMap((key) => {
    const [date = '', minutes = '', at = '', id = ''] = key.split(' ');
    const technician = technicians.find((one) => one.id === id) as SlotTechnician;
    const slot = { start: Number(at), end: Number(at) + question.durationMinutes, place };
    if (!isDrivable(question, technician, slot, date)) return [];
    return [{ start: `${date} ${minutes}`, key, extra: extraByTours(question, technician, slot, date) }];
  });
  // Sorting is stable: equal ones stay sorted by bookings and name.
  return found
    .sort((a, b) => (a.start === b.start ? a.extra - b.extra : a.start < b.start ? -1 : 1))
    .map((one) => `${one.key} +${one.extra}`);
}

interface Stop extends TimeRange {
  place: Place;
}

function stopsOf(technician: SlotTechnician): Stop[] {
  return technician.busy
    .flatMap(({ start, end, place }) => (place ? [{ start, end, place }] : []))
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Returns how much longer the whole day's tour is with the stop than without it. */
export function extraByTours(question: SlotQuery, one: SlotTechnician, slot: Stop, date: string): number {
  const onDay = stopsOf(one).filter((stop) => dateOf(question, stop.start) === date);
  const length = (stops: readonly Stop[]) => {
    const places = [one.home, ...stops.map((stop) => stop.place), one.home].filter((place) => !!place);
    let sum = 0;
    for (let i = 1; i < places.length; i += 1)
      sum += minutesByVectors(places[i - 1] as Place, places[i] as Place);
    return sum;
  };
  const withSlot = [...onDay, slot].sort((a, b) => a.start - b.start);
  return length(withSlot) - (onDay.length === 0 ? 0 : length(onDay));
}

/** Drives from the stop before to the slot, and from the slot to the stop after. */
export function isDrivable(question: SlotQuery, one: SlotTechnician, slot: Stop, date: string): boolean {
  const stops = stopsOf(one);
  const nowMs = Date.parse(question.now);
  const before = stops.filter((stop) => stop.start < slot.start).at(-1);
  const after = stops.find((stop) => stop.start >= slot.start);
  if (!before || dateOf(question, before.start) !== date) {
    const way = one.home ? minutesByVectors(one.home, slot.place) : 0;
    if (slot.start * 60_000 - nowMs < way * 60_000 || way / 60 > 4) return false;
  }
  if (one.home && (!after || dateOf(question, after.start) !== date)) {
    if (minutesByVectors(slot.place, one.home) / 60 > 4) return false;
  }
  return (
    (!before || arrives(question, one, before, slot, nowMs)) &&
    (!after || arrives(question, one, slot, after, nowMs))
  );
}

function arrives(question: SlotQuery, one: SlotTechnician, from: Stop, to: Stop, nowMs: number): boolean {
  const isSameDay = dateOf(question, from.start) === dateOf(question, to.start);
  const clocks = clocksOf(question.zone, question.from);
  const taken = takenMinutes({ ...one, bufferMinutes: 0 }, clocks);
  const isIdle = (minute: number) => taken[minute - clocks.begin] !== 1 && minute * 60_000 >= nowMs;
  let way = minutesByVectors(from.place, to.place);
  for (let minute = from.end; minute < to.start; minute += 1) if (!isSameDay || isIdle(minute)) way -= 1;
  return way <= 0;
}

function dateOf({ zone, from }: SlotQuery, minute: number): string {
  const clocks = clocksOf(zone, from);
  return new Date((clocks.shown[minute - clocks.begin] ?? 0) * 60_000).toISOString().slice(0, 10);
}

/** Adds a city to a random schedule: homes, a property, and places of most of the busy times. */
export function randomCity(seed: number): { question: SlotQuery; technicians: SlotTechnician[] } {
  const { question, technicians } = randomSchedule(seed);
  const dice = seededRandom(seed * 104_729 + 5);
  const reach = dice.oneOf([0.05, 0.3, 1.5]);
  const center = { lat: dice.oneOf([30.3, -33.9, 60.2]), lng: dice.oneOf([-97.7, 151.2, 179.9]) };
  const near = () => Math.round((dice.below(2001) / 1000 - 1) * reach * 1000) / 1000;
  const place = (): Place => ({ lat: center.lat + near(), lng: center.lng + near() });
  return {
    question: { ...question, road: { place: place(), minutes: minutesByVectors } },
    technicians: technicians.map((one) => ({
      ...one,
      home: dice.is(0.8) ? place() : null,
      busy: one.busy.map((each) => ({ ...each, place: dice.is(0.7) ? place() : null })),
    })),
  };
}
