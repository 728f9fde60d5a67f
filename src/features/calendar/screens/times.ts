import {
  addDays,
  addMinutes,
  asInstant,
  asLocal,
  asLocalDate,
  fromEpochMs,
  type Instant,
  type LocalDate,
  localDate,
  toEpochMs,
  toInstantOrNull,
  toLocal,
  type Zone,
} from '#domain/base/time.ts';
import type { createFormatter } from '#web/format.ts';
import type { CalendarEvent } from '../contract.ts';

/** A day and a clock of the company, as inputs hold them. */
export interface DayTime {
  date: string;
  time: string;
}

/** One wall clock of two inputs; without a clock for whole days. */
export function dayTimeOf(local: string): DayTime {
  return { date: local.slice(0, 10), time: local.slice(11, 16) };
}

const quarter = 15 * 60_000;

/** The next quarter of an hour, this very moment if it is one. */
export function nextQuarter(now: Instant): Instant {
  return fromEpochMs(Math.ceil(toEpochMs(now) / quarter) * quarter);
}

/**
 * The start for something new in a slot, as a wall clock of the company: the slot's own, or the next quarter of an hour when it
 * is running now. Null for a slot that is over.
 */
export function newEventStart(slot: string, minutes: number, now: Instant, zone: Zone): string | null {
  const begin = toInstantOrNull({ local: asLocal(slot), zone });
  if (begin === null) return null;
  if (begin >= now) return slot;
  const soon = nextQuarter(now);
  return addMinutes(begin, minutes) > now ? toLocal(soon, zone) : null;
}

/** The local days an entry touches; whole days are those it was entered for, whatever zone the company is in by now. */
export function daysOfEvent(
  event: Pick<CalendarEvent, 'start' | 'end' | 'all_day'>,
  zone: Zone,
): { first: LocalDate; last: LocalDate } {
  if (event.all_day) {
    const first = asLocalDate(event.start.dateTime.slice(0, 10));
    const last = addDays(asLocalDate(event.end.dateTime.slice(0, 10)), -1);
    if (last < first) return { first, last: first };
    return { first, last };
  }
  const first = localDate(asInstant(event.start.dateTime), zone);
  const last = localDate(addMinutes(asInstant(event.end.dateTime), -1), zone);
  return { first, last };
}

/** Every day from the first to the last. */
export function daysBetween(first: LocalDate, last: LocalDate): LocalDate[] {
  const days: LocalDate[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** When an entry is, in words: `9:00 AM – 12:45 PM`, with its days where there are several. */
export function eventTimeLabel(
  event: CalendarEvent,
  format: ReturnType<typeof createFormatter>,
  zone: Zone,
  allDay: string,
): string {
  const { first, last } = daysOfEvent(event, zone);
  const noon = (day: LocalDate) => `${asLocalDate(day)}T12:00:00Z`;
  if (event.all_day) {
    const days =
      first === last ? '' : `${format.date(noon(first), 'UTC')} – ${format.date(noon(last), 'UTC')} · `;
    return `${days}${allDay}`;
  }
  const [from, to] = [event.start.dateTime, event.end.dateTime];
  if (first === last) return `${format.time(from, zone)} – ${format.time(to, zone)}`;
  return `${format.dateTime(from, zone)} – ${format.dateTime(to, zone)}`;
}
