import type { Formatter } from '#domain/base/formatter.ts';
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
import type { CalendarEvent } from '../contract.ts';

/** A company-local date and time, as inputs hold them. */
export interface DayTime {
  date: string;
  time: string;
}

/** Splits a local time into input values; without a time for all-day entries. */
export function dayTimeOf(local: string): DayTime {
  return { date: local.slice(0, 10), time: local.slice(11, 16) };
}

const quarter = 15 * 60_000;

/** Returns the next quarter hour, or the given instant if it is one. */
function nextQuarter(now: Instant): Instant {
  return fromEpochMs(Math.ceil(toEpochMs(now) / quarter) * quarter);
}

/**
 * Returns the company-local start of a new entry in a slot: the slot's own, or the next quarter hour if the slot is
 * current. Null for a past slot.
 */
export function newEventStart(slot: string, minutes: number, now: Instant, zone: Zone): string | null {
  const begin = toInstantOrNull({ local: asLocal(slot), zone });
  if (begin === null) return null;
  if (begin >= now) return slot;
  const soon = nextQuarter(now);
  return addMinutes(begin, minutes) > now ? toLocal(soon, zone) : null;
}

/**
 * Returns the local days an entry touches; all-day entries keep their original days, whatever the company's current
 * time zone is.
 */
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

/** Returns every day from the first to the last. */
export function daysBetween(first: LocalDate, last: LocalDate): LocalDate[] {
  const days: LocalDate[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Returns the entries of each local day; one that ends at midnight only belongs to the day before. */
export function entriesByDay(events: readonly CalendarEvent[], zone: Zone): Map<LocalDate, CalendarEvent[]> {
  const byDay = new Map<LocalDate, CalendarEvent[]>();
  for (const event of events) {
    const { first, last } = daysOfEvent(event, zone);
    // A zero-length entry belongs to its own day.
    const days = last < first ? [first] : daysBetween(first, last);
    for (const day of days) byDay.set(day, [...(byDay.get(day) ?? []), event]);
  }
  return byDay;
}

/** Formats the times of an entry: `9:00 AM – 12:45 PM`, with the dates if it spans several days. */
export function eventTimeLabel(event: CalendarEvent, format: Formatter, zone: Zone, allDay: string): string {
  const { first, last } = daysOfEvent(event, zone);
  if (event.all_day) {
    const days = first === last ? '' : `${format.date(first)} – ${format.date(last)} · `;
    return `${days}${allDay}`;
  }
  const [from, to] = [event.start.dateTime, event.end.dateTime];
  if (first === last) return format.timeRange(from, to, zone);
  return `${format.dateTime(from, zone)} – ${format.dateTime(to, zone)}`;
}
