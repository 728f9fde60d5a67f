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
import type { CalendarEvent } from '../contract.ts';

type Timed = Pick<CalendarEvent, 'all_day' | 'start' | 'end'>;

/**
 * The grid is told the company's wall clocks as if they were UTC: asked for the clock of another zone, it reckons for every entry
 * anew whenever one is dragged.
 */
export const gridTimeZone = (moment: Instant, zone: Zone) => `${toLocal(moment, zone)}:00Z`;

/** From when to when in the grid. When the clocks are put back, an end may be told before its start: there it is as long as it lasts. */
export function toGridTimes({ all_day, start, end }: Timed, zone: Zone): { start: string; end: string } {
  if (all_day) return { start: start.dateTime.slice(0, 10), end: end.dateTime.slice(0, 10) };
  const [from, to] = [asInstant(start.dateTime), asInstant(end.dateTime)];
  const [first, last] = [gridTimeZone(from, zone), gridTimeZone(to, zone)];
  return {
    start: first,
    end: last > first ? last : addMinutes(asInstant(first), minutesBetween(from, to)),
  };
}

/** The moments of a changed entry, with their offsets. What was moved lasts as long as before, though the clocks change meanwhile. */
export function movedEventTimes(
  entry: Timed,
  now: { startStr: string; endStr: string },
  before: { startStr: string },
  zone: Zone,
): [string, string] {
  const at = (text: string) => toInstant({ local: asLocal(text.slice(0, 16)), zone });
  const [from, to] = [asInstant(entry.start.dateTime), asInstant(entry.end.dateTime)];
  const told = (moment: Instant) => formatWithOffset(moment, zone);
  if (now.startStr === before.startStr) return [told(from), told(at(now.endStr))];
  const start = at(now.startStr);
  return [told(start), told(addMinutes(start, minutesBetween(from, to)))];
}

/**
 * The moments of an entry that was dropped or stretched in a lane. An edge that stands where it stood keeps its moment, also in
 * the second of two equal hours; what was moved lasts as long as before.
 */
export function movedLaneTimes(
  entry: Timed,
  now: { start: string; end: string },
  act: 'drop' | 'resize',
  zone: Zone,
): [string, string] {
  const before = toGridTimes(entry, zone);
  const isSame = (one: string, other: string) => one.slice(0, 16) === other.slice(0, 16);
  const told = (local: string) =>
    formatWithOffset(toInstant({ local: asLocal(local.slice(0, 16)), zone }), zone);
  const kept = (moment: string) => formatWithOffset(asInstant(moment), zone);
  if (act === 'drop' && !isSame(now.start, before.start))
    return movedEventTimes(entry, { startStr: now.start, endStr: now.end }, { startStr: before.start }, zone);
  const { start, end } = entry;
  return [
    isSame(now.start, before.start) ? kept(start.dateTime) : told(now.start),
    act === 'drop' || isSame(now.end, before.end) ? kept(end.dateTime) : told(now.end),
  ];
}
