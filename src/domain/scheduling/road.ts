/** Which starts a technician can reach by road, and how much driving each adds to the day (decision 0081). */

import { mergeRanges, type TimeRange } from './booking-time.ts';
import { type DrivingMinutes, type Place, tourMinutes } from './travel.ts';

/** The property a slot is sought for. */
export interface RoadQuery {
  place: Place;
  minutes: DrivingMinutes;
}

/** A technician's stops before a search, with the driving between each and the property. */
export interface Road extends RoadQuery {
  home: Place | null;
  /** In order of their start. */
  stops: readonly Stop[];
  /** Time in which no one drives between stops of a day: busy, also at an unknown place, or off. */
  blocked: readonly TimeRange[];
  /** Epoch minutes; no one has left for the property before. */
  now: number;
  /** Index of the first stop that starts after the slot. Starts are processed in order, so it only advances. */
  next: number;
}

interface Stop extends TimeRange {
  place: Place;
  /** Minutes from the stop to the property, and back. */
  onward: number;
  back: number;
}

/** The parts of a technician that driving depends on. */
interface Driver {
  home?: Place | null;
  busy: readonly (TimeRange & { place?: Place | null })[];
}

/** Prepares a technician for `extraDriving`. `off` is time off, `now` in epoch minutes. */
export function roadOf(
  { place, minutes }: RoadQuery,
  { home = null, busy }: Driver,
  off: readonly TimeRange[],
  now: number,
): Road {
  const stops = busy
    .flatMap((one) => (one.place ? [{ start: one.start, end: one.end, place: one.place }] : []))
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map((one) => ({ ...one, onward: minutes(one.place, place), back: minutes(place, one.place) }));
  return { place, minutes, home, stops, blocked: mergeRanges([...busy, ...off]), now, next: 0 };
}

/**
 * Returns by how many minutes a stop at the property lengthens the day's tour from home through all stops and back, or
 * `unreachable` if the driving does not fit before or after it. Between two stops of a day, driving uses time that is
 * not taken (buffers are for it). The way from home and back is outside working hours, and so is the night between two
 * days. Call it with starts in order.
 */
export function extraDriving(road: Road, start: number, end: number, day: TimeRange): number | 'unreachable' {
  const { stops, home, place, minutes } = road;
  while ((stops[road.next]?.start ?? Number.POSITIVE_INFINITY) < start) road.next += 1;
  const before = stops[road.next - 1];
  const after = stops[road.next];
  const isFirst = before === undefined || before.start < day.start;
  const isLast = after === undefined || after.start >= day.end;
  const fromHome = home === null ? 0 : minutes(home, place);
  if (isFirst && start - road.now < fromHome) return 'unreachable';
  if (before && timeFor(road, before.end, start, isFirst) < before.onward) return 'unreachable';
  if (after && timeFor(road, end, after.start, isLast) < after.back) return 'unreachable';
  const come = isFirst ? home : before.place;
  const go = isLast ? home : after.place;
  // Times of a routing server may contradict each other; a stop never saves driving.
  return Math.max(0, tourMinutes([come, place, go], minutes) - tourMinutes([come, go], minutes));
}

/** Returns the minutes in which a technician can drive between two times. */
function timeFor({ blocked, now }: Road, from: number, to: number, isOvernight: boolean): number {
  if (isOvernight) return to - from;
  const begin = Math.max(from, now);
  let time = Math.max(0, to - begin);
  for (const range of blocked) {
    if (range.start >= to) break;
    if (range.end > begin) time -= Math.min(range.end, to) - Math.max(range.start, begin);
  }
  return time;
}
