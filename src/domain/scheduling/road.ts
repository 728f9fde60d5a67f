/** Which starts a technician can reach by road, and how much driving each adds to the day (decision 0081). */

import { mergeRanges, type TimeRange } from './booking-time.ts';
import type { DrivingMinutes, Place } from './travel.ts';

/** Minutes from or to home that fit into a day with work; a longer way is a journey. */
const longestWay = 240;

/** The property a slot is sought for. */
export interface RoadQuery {
  place: Place;
  minutes: DrivingMinutes;
}

/** A technician's stops before a search, with the driving between each and the property. */
export interface Road extends RoadQuery {
  home: Stop | null;
  /** In order of their start. */
  stops: readonly Stop[];
  /** Time in which no one drives between stops of a day: busy, also at an unknown place, or off. */
  blocked: readonly TimeRange[];
  /** Epoch minutes; no one has left for the property before. */
  now: number;
  /** The gap of the latest slot. */
  gap: Gap | null;
}

interface Stop extends TimeRange {
  place: Place;
  /** Minutes from the stop to the property, and back. */
  onward: number;
  back: number;
}

/** What the slots of a day between the same two stops have in common. */
interface Gap {
  day: TimeRange;
  /** Index of the first stop that starts after the slot. */
  next: number;
  before: Stop | undefined;
  after: Stop | undefined;
  /** Whether the slot is the first or last stop of the day. */
  isFirst: boolean;
  isLast: boolean;
  blocked: readonly TimeRange[];
  /** By how many minutes a stop here lengthens the day's tour. */
  extra: number;
}

/** The parts of a technician that driving depends on. */
interface Driver {
  home?: Place | null;
  busy: readonly (TimeRange & { place?: Place | null })[];
}

/** Prepares a technician for `extraDriving`. `off` is time off, `now` in epoch minutes. */
export function roadOf(
  { place, minutes }: RoadQuery,
  { home, busy }: Driver,
  off: readonly TimeRange[],
  now: number,
): Road {
  const stopAt = (at: Place, { start, end }: TimeRange): Stop => ({
    ...{ start, end, place: at },
    onward: minutes(at, place),
    back: minutes(place, at),
  });
  const stops = busy
    .flatMap((one) => (one.place ? [stopAt(one.place, one)] : []))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  const base = home ? stopAt(home, { start: 0, end: 0 }) : null;
  return { place, minutes, home: base, stops, blocked: mergeRanges([...busy, ...off]), now, gap: null };
}

/**
 * Returns by how many minutes a stop at the property lengthens the day's tour from home through all stops and back, or
 * `unreachable` if the driving does not fit before or after it. Between two stops of a day, driving uses time that is
 * not taken (buffers are for it). The way from home and back, up to four hours each, is outside working hours, and so is
 * the night between two days. Call it with starts in order.
 */
export function extraDriving(road: Road, start: number, end: number, day: TimeRange): number | 'unreachable' {
  const gap = gapAt(road, start, day);
  const { before, after, isFirst, isLast, blocked } = gap;
  const { home } = road;
  if (isFirst && home && home.onward > Math.min(longestWay, start - road.now)) return 'unreachable';
  if (isLast && home && home.back > longestWay) return 'unreachable';
  if (before) {
    const time = isFirst ? start - before.end : timeBetween(Math.max(before.end, road.now), start, blocked);
    if (time < before.onward) return 'unreachable';
  }
  if (after) {
    const time = isLast ? after.start - end : timeBetween(Math.max(end, road.now), after.start, blocked);
    if (time < after.back) return 'unreachable';
  }
  return gap.extra;
}

function gapAt(road: Road, start: number, day: TimeRange): Gap {
  const { stops, gap } = road;
  let next = gap?.next ?? 0;
  while ((stops[next]?.start ?? Number.POSITIVE_INFINITY) < start) next += 1;
  if (gap !== null && gap.next === next && gap.day === day) return gap;
  const before = stops[next - 1];
  const after = stops[next];
  const isFirst = before === undefined || before.start < day.start;
  const isLast = after === undefined || after.start >= day.end;
  const from = isFirst ? day.start : before.end;
  const to = isLast ? day.end : after.start;
  const blocked = road.blocked.filter((range) => range.end > from && range.start < to);
  const extra = extraBetween(road, isFirst ? road.home : before, isLast ? road.home : after);
  road.gap = { day, next, before, after, isFirst, isLast, blocked, extra };
  return road.gap;
}

function extraBetween({ minutes }: Road, come: Stop | null, go: Stop | null): number {
  const direct = come && go ? minutes(come.place, go.place) : 0;
  // Times of a routing server may contradict each other; a stop never saves driving.
  return Math.max(0, (come?.onward ?? 0) + (go?.back ?? 0) - direct);
}

/** Returns the minutes of a time that are not taken. */
function timeBetween(from: number, to: number, blocked: readonly TimeRange[]): number {
  let time = Math.max(0, to - from);
  for (const range of blocked) {
    const taken = Math.min(range.end, to) - Math.max(range.start, from);
    if (taken > 0) time -= taken;
  }
  return time;
}
