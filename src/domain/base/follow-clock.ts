/** Counts on a calendar and walks along the clock of a zone, across its changes. */
import {
  fromEpochMs,
  type Instant,
  type LocalDate,
  type LocalDateTime,
  toEpochMs,
  toInstant,
  toLocal,
  type Zone,
} from './time.ts';

const minute = 60_000;

/**
 * Adds calendar months to a day; a day that its month lacks becomes the last of the month.
 * @example addMonths('2027-01-31', 1) → '2027-02-28' ; addMonths('2028-03-31', -1) → '2028-02-29'
 */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const total = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  const [year, month] = [Math.floor(total / 12), total - Math.floor(total / 12) * 12];
  const last = Number(fromEpochMs(Date.UTC(year, month + 1, 0)).slice(8, 10));
  const day = Math.min(Number(date.slice(8, 10)), last);
  return [
    String(year).padStart(4, '0'),
    ...[month + 1, day].map((part) => String(part).padStart(2, '0')),
  ].join('-') as LocalDate;
}

/** Returns the instant of a local time: the first of a repeated one; for a skipped one, the first that exists after it. */
export function toFirstInstant(at: { local: LocalDateTime; zone: Zone }): Instant {
  const instant = toInstant(at);
  const shown = toLocal(instant, at.zone);
  if (shown === at.local) return instant;
  const gap = wallMs(shown) - wallMs(at.local);
  const ms = toEpochMs(instant);
  return fromEpochMs(changeBetween(ms - gap, ms, at.zone));
}

/**
 * Moves an instant to the first local time at which `wanted` returns its argument. Where it returns another, which has to be
 * in one direction, the walk continues there, but stops at each change of the clock to ask again. An instant that is moved
 * is a whole minute; one that is not stays as it is.
 */
export function followClock(
  from: Instant,
  zone: Zone,
  wanted: (local: LocalDateTime) => LocalDateTime,
): Instant {
  let at = from;
  for (;;) {
    const local = toLocal(at, zone);
    const goal = wanted(local);
    if (goal === local) return at;
    const start = Math.floor(toEpochMs(at) / minute) * minute;
    const target = start + wallMs(goal) - wallMs(local);
    at = fromEpochMs(arrival(start, target, zone));
  }
}

/** The target, or where the clock changes on the way to it: the first minute after the change, going back the last before it. */
function arrival(start: number, target: number, zone: Zone): number {
  if (offsetAt(start, zone) === offsetAt(target, zone)) return target;
  return target > start ? changeBetween(start, target, zone) : changeBetween(target, start, zone) - minute;
}

/** The first minute with the later offset, of two times with different ones. */
function changeBetween(before: number, after: number, zone: Zone): number {
  const later = offsetAt(after, zone);
  let [low, high] = [Math.floor(before / minute), Math.ceil(after / minute)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * minute, zone) === later) high = middle;
    else low = middle;
  }
  return high * minute;
}

function offsetAt(ms: number, zone: Zone): number {
  return wallMs(toLocal(fromEpochMs(ms), zone)) - Math.floor(ms / minute) * minute;
}

const wallMs = (local: LocalDateTime) => Date.parse(`${local}Z`);
