/**
 * Availability → free slots per technician. Start times are minutes of the local day and are converted to epoch minutes
 * once, with the table of their day; all comparisons are on whole minutes since 1970.
 */

import { addDays, type Instant, type LocalDate, toEpochMs, type Zone } from '../base/time.ts';
import { isInServiceAreas, type ServiceArea } from './availability.ts';
import { mergeRanges, type TimeRange } from './booking-time.ts';
import { type Day, daysOf, dayTable, epochMinuteOf, minuteAt } from './local-days.ts';
import { extraDriving, type Road, type RoadQuery, roadOf } from './road.ts';
import type { Place } from './travel.ts';

/** Time in which a technician cannot be booked, in epoch minutes. */
export interface BusyTime extends TimeRange {
  /** An appointment (or a hold, which may become one): counts towards the daily maximum and the number of bookings. */
  isAppointment: boolean;
  /** Where the technician is during it; missing if unknown. */
  place?: Place | null;
}

/** Days on which a technician deviates from the weekly schedule, both inclusive. Minutes are of the local day. */
export type DayOverride = { from: LocalDate; to: LocalDate } & (
  | { kind: 'off'; start: number | null; end: number | null }
  | { kind: 'extra'; starts: readonly number[] }
);

/** The data of a technician that the algorithm uses. */
export interface SlotTechnician {
  id: string;
  /** Breaks ties between technicians with the same number of bookings. */
  name: string;
  /** Start times in minutes of the local day, by weekday (0 Sunday … 6 Saturday). */
  week: readonly (readonly number[])[];
  overrides: readonly DayOverride[];
  busy: readonly BusyTime[];
  /** Kept free before and after busy time. Does not extend the working day or time off. */
  bufferMinutes: number;
  /** Maximum appointments per day, by the local day of their start; null: unlimited. */
  maxPerDay: number | null;
  /** For the public: no start before now + notice, none after now + days. */
  noticeMinutes: number;
  maxDaysAhead: number;
  /** Ids of services and add-ons; null: all. */
  offers: ReadonlySet<string> | null;
  /** Empty: everywhere. */
  areas: readonly ServiceArea[];
  /** Where the day's driving starts and ends; missing if unknown. */
  home?: Place | null;
}

/** The parameters of a search. Days are the company's, both inclusive. */
export interface SlotQuery {
  from: LocalDate;
  to: LocalDate;
  zone: Zone;
  now: Instant;
  durationMinutes: number;
  /** Public searches respect notice and horizon, and only include technicians who offer everything selected. */
  isPublic: boolean;
  /** Selected services and add-ons; empty or null if the company does not limit technicians to services. */
  wanted: readonly string[] | null;
  /** Postal code of the property; null if unknown, or if the company has no service areas. */
  zip: string | null;
  /** The property and the driving times, if driving takes time (decision 0081). */
  road?: RoadQuery | null;
}

/** A start time with its available technicians: least extra driving, then fewest bookings that day first, then by name. */
export interface FreeSlot<T extends SlotTechnician = SlotTechnician> {
  date: LocalDate;
  /** Minutes of the local day. */
  minutes: number;
  /** Epoch minutes. */
  at: number;
  technicians: T[];
  /** By how many minutes the booking lengthens each technician's driving that day; missing without a road. */
  extraMinutes?: number[];
}

/**
 * Returns every free slot in order (decisions G-SLOT-2). A start equal to now is past, touching is not overlapping,
 * durations are elapsed time. A local time that does not exist is not offered, and a repeated one means its first
 * occurrence.
 */
export function freeSlots<T extends SlotTechnician>(
  question: SlotQuery,
  technicians: readonly T[],
): FreeSlot<T>[] {
  return [...freeSlotsByDay(question, technicians)].flat();
}

const lanesAtOnce = 8;

/** Finds what `freeSlots` returns in parts of a day at most, some empty, so that a caller can do other work in between. */
export function* freeSlotsByDay<T extends SlotTechnician>(
  question: SlotQuery,
  technicians: readonly T[],
): Generator<FreeSlot<T>[]> {
  const days = daysOf(question.from, question.to, question.zone);
  const inOrder = technicians
    .filter((one) => mayCome(question, one))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1));
  const lanes: ReturnType<typeof laneOf<T>>[] = [];
  for (const one of inOrder) {
    if (lanes.length % lanesAtOnce === lanesAtOnce - 1) yield [];
    lanes.push(laneOf(question, one, days));
  }
  for (const [nth, day] of days.entries()) yield slotsOfDay(question, day, nth, lanes);
}

/** Returns the selected services and add-ons that the technician does not offer. */
export function unofferedServices(
  technician: Pick<SlotTechnician, 'offers'>,
  wanted: readonly string[],
): string[] {
  const { offers } = technician;
  return offers === null ? [] : wanted.filter((id) => !offers.has(id));
}

/**
 * Returns time off as ranges of epoch minutes, on the requested days and one more, into which a late slot may extend.
 */
export function timeOffRanges(
  overrides: readonly DayOverride[],
  from: LocalDate,
  to: LocalDate,
  zone: Zone,
): TimeRange[] {
  const ranges: TimeRange[] = [];
  for (const each of overrides) {
    if (each.kind !== 'off') continue;
    const first = each.from > from ? each.from : addDays(from, -1);
    const last = addDays(to, 2);
    for (let date = first; date <= each.to && date <= last; date = addDays(date, 1)) {
      const table = dayTable(date, zone);
      const start = each.start === null ? table.start : minuteAt(date, each.start, zone);
      const end = each.end === null ? table.end : minuteAt(date, each.end, zone);
      if (date >= each.from && end > start) ranges.push({ start, end });
    }
  }
  return ranges;
}

function mayCome(question: SlotQuery, technician: SlotTechnician): boolean {
  const { wanted, zip, isPublic } = question;
  if (zip !== null && !isInServiceAreas(zip, technician.areas)) return false;
  return !isPublic || wanted === null || unofferedServices(technician, wanted).length === 0;
}

/** A prepared technician: sorted busy ranges, and the number of bookings on each requested day. */
interface Lane<T> {
  technician: T;
  taken: readonly TimeRange[];
  /** Index of the first entry of `taken` that has not ended. Starts are processed in order, so it only advances. */
  next: number;
  booked: readonly number[];
  earliest: number;
  latest: number;
  road: Road | null;
}

function laneOf<T extends SlotTechnician>(question: SlotQuery, technician: T, days: readonly Day[]): Lane<T> {
  const { bufferMinutes: buffer, busy } = technician;
  const booked = new Array<number>(days.length).fill(0);
  const off = timeOffRanges(technician.overrides, question.from, question.to, question.zone);
  const taken = [...off];
  for (const one of busy) {
    taken.push({ start: one.start - buffer, end: one.end + buffer });
    if (!one.isAppointment) continue;
    const nth = days.findIndex((day) => one.start >= day.table.start && one.start < day.table.end);
    if (nth >= 0) booked[nth] = (booked[nth] ?? 0) + 1;
  }
  const now = toEpochMs(question.now) / 60_000;
  const isHeld = question.isPublic;
  return {
    technician,
    taken: mergeRanges(taken),
    next: 0,
    booked,
    // The first minute that is not past: the current one already is.
    earliest: isHeld ? Math.max(Math.floor(now) + 1, now + technician.noticeMinutes) : Math.floor(now) + 1,
    latest: isHeld ? now + technician.maxDaysAhead * 1440 : Number.POSITIVE_INFINITY,
    road: question.road ? roadOf(question.road, technician, off, now) : null,
  };
}

function slotsOfDay<T extends SlotTechnician>(
  question: SlotQuery,
  day: Day,
  nth: number,
  lanes: readonly Lane<T>[],
): FreeSlot<T>[] {
  const byMinutes = new Map<number, FreeSlot<T>>();
  for (const lane of leastBookedFirst(lanes, nth)) {
    const { maxPerDay } = lane.technician;
    if (maxPerDay !== null && (lane.booked[nth] ?? 0) >= maxPerDay) continue;
    for (const minutes of startsOn(lane.technician, day)) {
      const at = epochMinuteOf(day, minutes, question.zone);
      if (at === null || !isFree(lane, at, question.durationMinutes)) continue;
      const extra = lane.road && extraDriving(lane.road, at, at + question.durationMinutes, day.table);
      if (extra === 'unreachable') continue;
      const slot = byMinutes.get(minutes) ?? newSlot(day.date, minutes, at, extra !== null);
      byMinutes.set(minutes, slot);
      slot.technicians.push(lane.technician);
      if (extra !== null) slot.extraMinutes?.push(extra);
    }
  }
  const slots = [...byMinutes.values()].sort((a, b) => a.minutes - b.minutes);
  if (question.road) for (const slot of slots) leastDrivingFirst(slot);
  return slots;
}

function newSlot<T extends SlotTechnician>(
  date: LocalDate,
  minutes: number,
  at: number,
  hasRoad: boolean,
): FreeSlot<T> {
  return { date, minutes, at, technicians: [], ...(hasRoad ? { extraMinutes: [] } : {}) };
}

// The technicians are sorted by bookings and name, and sorting is stable.
function leastDrivingFirst<T extends SlotTechnician>(slot: FreeSlot<T>): void {
  const { extraMinutes = [], technicians } = slot;
  if (technicians.length < 2) return;
  const order = technicians
    .map((technician, i) => ({ technician, extra: extraMinutes[i] ?? 0 }))
    .sort((a, b) => a.extra - b.extra);
  slot.technicians = order.map((one) => one.technician);
  slot.extraMinutes = order.map((one) => one.extra);
}

// Lanes are sorted by name, and sorting is stable.
function leastBookedFirst<T>(lanes: readonly Lane<T>[], nth: number): readonly Lane<T>[] {
  const isEqual = lanes.every((lane) => lane.booked[nth] === lanes[0]?.booked[nth]);
  return isEqual ? lanes : lanes.toSorted((a, b) => (a.booked[nth] ?? 0) - (b.booked[nth] ?? 0));
}

function startsOn(technician: SlotTechnician, day: Day): readonly number[] {
  const usual = technician.week[day.weekday] ?? [];
  let all: Set<number> | null = null;
  for (const each of technician.overrides) {
    if (each.kind !== 'extra' || day.date < each.from || day.date > each.to) continue;
    all ??= new Set(usual);
    for (const start of each.starts) all.add(start);
  }
  return all === null ? usual : [...all].sort((a, b) => a - b);
}

function isFree<T>(lane: Lane<T>, at: number, length: number): boolean {
  if (at < lane.earliest || at > lane.latest) return false;
  const { taken } = lane;
  while ((taken[lane.next]?.end ?? Number.POSITIVE_INFINITY) <= at) lane.next += 1;
  return (taken[lane.next]?.start ?? Number.POSITIVE_INFINITY) >= at + length;
}
