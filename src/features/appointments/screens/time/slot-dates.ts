import { addDays, type LocalDate, type LocalDateTime, localAt, weekday } from '#domain/base/time.ts';
import type { Slot } from '#features/availability/slots-contract.ts';
import type { PersonOption } from '#features/people/contract.ts';

/** A range of days, both inclusive. */
export interface DayRange {
  from: LocalDate;
  to: LocalDate;
}

/** Days per page of the slot calendar. */
export const pageDays = 14;
/** Least height in pixels, and minutes per row (specification section 9). */
export const calendarHeight = 300;
export const slotMinutes = 60;

/** Returns the first day of a date's week; `firstDay` is 0 for Sunday, 1 for Monday. */
function startOfWeek(date: LocalDate, firstDay: number): LocalDate {
  return addDays(date, -((weekday(date) - firstDay + 7) % 7));
}

/** Returns the two weeks of a page: page 0 starts with `first`, the first day with a free time. */
export function daysOfPage(page: number, first: LocalDate): DayRange {
  const from = addDays(first, page * pageDays);
  return { from, to: addDays(from, pageDays - 1) };
}

/** Returns the first selectable day with a free time; the first selectable day if there is none. */
export function firstFreeDay(slots: readonly Slot[], today: LocalDate): LocalDate {
  const days = slots.map(({ date }) => date as LocalDate).filter((date) => !isInvalid(date, today));
  return days.sort()[0] ?? invalidRange(today).end;
}

/** Returns the first range to request, as specified: from today to the end of the week plus two weeks. */
export function firstRequest(today: LocalDate, firstDay: number): DayRange {
  return { from: today, to: addDays(startOfWeek(today, firstDay), 6 + pageDays) };
}

/** Returns the shown days that a request did not cover; null if it covered all. */
export function daysAfter(requested: DayRange, shown: DayRange): DayRange | null {
  if (shown.to <= requested.to) return null;
  const next = addDays(requested.to, 1);
  return { from: shown.from > next ? shown.from : next, to: shown.to };
}

/** Returns the disabled days: from 10 days ago to the end of today; `end` is the first selectable day. */
export function invalidRange(today: LocalDate): { start: LocalDate; end: LocalDate } {
  return { start: addDays(today, -10), end: addDays(today, 1) };
}

/** Returns whether a day is before the first selectable one. Today is booked with 'Set a custom time'. */
export function isInvalid(date: string, today: LocalDate): boolean {
  return date < invalidRange(today).end;
}

/** Returns the local time of a slot: `2030-03-08T09:00`. */
export function slotTime(slot: Pick<Slot, 'date' | 'hour' | 'minute'>): LocalDateTime {
  return localAt(slot.date as LocalDate, slot.hour * 60 + slot.minute);
}

/**
 * Returns the earliest slot of the board with the technician its panel lists first: one of those already chosen for the
 * appointment, if any, and none who does not offer its services. Null if there is none.
 */
export function earliestSlot(
  slots: readonly Slot[],
  today: LocalDate,
  chosen: readonly string[],
): { slot: Slot; technician: Slot['values'][number] } | null {
  const offers = slots
    .filter(({ date }) => !isInvalid(date, today))
    .flatMap((slot) => {
      const technician = slot.values.find(
        (one) => !one.warning && (chosen.length === 0 || chosen.includes(one.id)),
      );
      return technician ? [{ slot, technician }] : [];
    });
  const [first, ...rest] = offers;
  if (!first) return null;
  return rest.reduce((best, one) => (slotTime(one.slot) < slotTime(best.slot) ? one : best), first);
}

/** Returns the technician of a slot as a person of the appointment. */
export function technicianOf(one: Slot['values'][number]): PersonOption {
  const { id, first_name, last_name, email, profile_pic } = one;
  return { id, first_name, last_name, email, profile_pic };
}

/** A displayed slot: an hour long, or shorter if the next one starts earlier. */
export interface DrawnSlot {
  slot: Slot;
  start: LocalDateTime;
  /** Minutes after `start`. */
  minutes: number;
}

/** Returns the slots of a page in order, without days that can't be selected. */
export function drawnSlots(slots: readonly Slot[], shown: DayRange, today: LocalDate): DrawnSlot[] {
  const mine = slots
    .filter(({ date }) => date >= shown.from && date <= shown.to && !isInvalid(date, today))
    .map((slot) => ({ slot, start: slotTime(slot) }))
    .sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
  return mine.map((one, i) => {
    const next = mine[i + 1];
    const gap =
      next?.slot.date === one.slot.date ? minutesInto(next.slot) - minutesInto(one.slot) : slotMinutes;
    return { ...one, minutes: Math.max(15, Math.min(slotMinutes, gap)) };
  });
}

/** Pixels per hour: enough for two lines, and for touch targets if slots are half an hour apart. */
export function rowHeight(slots: readonly DrawnSlot[]): number {
  return slots.some(({ minutes }) => minutes < slotMinutes) ? 52 : 40;
}

/** Returns the displayed hours: those with slots, and at least six, so that no part of the board stays empty. */
export function drawnHours(slots: readonly DrawnSlot[]): { from: number; to: number } {
  if (slots.length === 0) return { from: 8, to: 18 };
  const from = Math.min(...slots.map(({ slot }) => slot.hour));
  const to = Math.max(...slots.map(({ slot, minutes }) => Math.ceil((minutesInto(slot) + minutes) / 60)));
  return to - from >= 6 ? { from, to } : { from: Math.min(from, 18), to: Math.min(from, 18) + 6 };
}

const minutesInto = (slot: Pick<Slot, 'hour' | 'minute'>) => slot.hour * 60 + slot.minute;

/**
 * Returns the slot an arrow key leads to: up and down within the day, left and right to the nearest time of the next
 * day with slots.
 */
export function adjacentSlot(slots: readonly DrawnSlot[], from: string, key: string): DrawnSlot | undefined {
  const at = slots.findIndex((one) => one.start === from);
  const here = slots[at];
  if (!here) return slots[0];
  const sameDay = (one: DrawnSlot | undefined) => (one?.slot.date === here.slot.date ? one : undefined);
  if (key === 'ArrowDown') return sameDay(slots[at + 1]);
  if (key === 'ArrowUp') return sameDay(slots[at - 1]);
  if (key === 'Home') return slots[0];
  if (key === 'End') return slots.at(-1);
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  const isLater = key === 'ArrowRight';
  const others = slots.filter(({ slot }) =>
    isLater ? slot.date > here.slot.date : slot.date < here.slot.date,
  );
  const day = isLater ? others[0]?.slot.date : others.at(-1)?.slot.date;
  const distance = (one: DrawnSlot) => Math.abs(minutesInto(one.slot) - minutesInto(here.slot));
  return others.filter(({ slot }) => slot.date === day).sort((a, b) => distance(a) - distance(b))[0];
}
