import {
  addMinutes,
  asInstant,
  asLocal,
  formatWithOffset,
  type Instant,
  minutesBetween,
  toInstant,
  toLocal,
  type Zone,
} from '#domain/base/time.ts';
import type { CalendarEvent } from '../../contract.ts';

type Timed = Pick<CalendarEvent, 'all_day' | 'start' | 'end'>;

/**
 * The grid receives company-local times as if they were UTC: with another time zone, it would convert every entry again
 * on each drag.
 */
export const gridTimeZone = (moment: Instant, zone: Zone) => `${toLocal(moment, zone)}:00Z`;

/**
 * Returns an entry's times for the grid. When clocks go back, the local end may be before the start: then the actual
 * duration is used.
 */
export function toGridTimes({ all_day, start, end }: Timed, zone: Zone): { start: string; end: string } {
  if (all_day) return { start: start.dateTime.slice(0, 10), end: end.dateTime.slice(0, 10) };
  const [from, to] = [asInstant(start.dateTime), asInstant(end.dateTime)];
  const [first, last] = [gridTimeZone(from, zone), gridTimeZone(to, zone)];
  return {
    start: first,
    end: last > first ? last : addMinutes(asInstant(first), minutesBetween(from, to)),
  };
}

/**
 * Returns the instants of a changed entry, with their UTC offsets. A moved entry keeps its duration across daylight
 * saving changes.
 */
export function movedEventTimes(
  entry: Timed,
  now: { startStr: string; endStr: string },
  before: { startStr: string },
  zone: Zone,
): [string, string] {
  const at = (text: string) => toInstant({ local: asLocal(text.slice(0, 16)), zone });
  const [from, to] = [asInstant(entry.start.dateTime), asInstant(entry.end.dateTime)];
  const toIso = (moment: Instant) => formatWithOffset(moment, zone);
  if (now.startStr === before.startStr) return [toIso(from), toIso(at(now.endStr))];
  const start = at(now.startStr);
  return [toIso(start), toIso(addMinutes(start, minutesBetween(from, to)))];
}

/**
 * Returns the instants of an entry moved or resized in a lane. An unchanged edge keeps its instant, also in the second
 * of two repeated hours; a moved entry keeps its duration.
 */
export function movedLaneTimes(
  entry: Timed,
  now: { start: string; end: string },
  act: 'drop' | 'resize',
  zone: Zone,
): [string, string] {
  const before = toGridTimes(entry, zone);
  const isSame = (one: string, other: string) => one.slice(0, 16) === other.slice(0, 16);
  const toIso = (local: string) =>
    formatWithOffset(toInstant({ local: asLocal(local.slice(0, 16)), zone }), zone);
  const unchanged = (moment: string) => formatWithOffset(asInstant(moment), zone);
  if (act === 'drop' && !isSame(now.start, before.start))
    return movedEventTimes(entry, { startStr: now.start, endStr: now.end }, { startStr: before.start }, zone);
  const { start, end } = entry;
  return [
    isSame(now.start, before.start) ? unchanged(start.dateTime) : toIso(now.start),
    act === 'drop' || isSame(now.end, before.end) ? unchanged(end.dateTime) : toIso(now.end),
  ];
}
