import {
  addDays,
  addHours,
  type Instant,
  localDate,
  minutesBetween,
  parseInstantOrLocal,
  parseLocalDate,
  startOfDay,
  type Zone,
} from '../base/time.ts';

/** Widest stretch that is asked for at once. */
export const maxCalendarDays = 100;

/** A stretch of time, the end not in it. */
export interface InstantRange {
  from: Instant;
  to: Instant;
}

/**
 * The stretch that a calendar asks for: days are those of the zone and both inclusive, instants are taken as they are. Gives
 * what is wrong by field instead, where something is.
 */
export function calendarRange(
  startDate: string,
  endDate: string,
  zone: Zone,
): { range: InstantRange } | { problems: Record<string, string> } {
  const from = beginningOf(startDate, zone);
  const to = endOf(endDate, zone);
  if (from === null || to === null) {
    return {
      problems: {
        ...(from === null ? { startDate: 'Start is not valid' } : {}),
        ...(to === null ? { endDate: 'End is not valid' } : {}),
      },
    };
  }
  if (to <= from) return { problems: { endDate: 'End must be after start' } };
  // A day may have 25 hours.
  if (minutesBetween(from, to) > maxCalendarDays * 24 * 60 + 60)
    return { problems: { endDate: 'Choose 100 days or fewer' } };
  return { range: { from, to } };
}

/** Local days from the first moment to the last, for entries that take whole days: first and last day. */
export function toLocalDayRange(start: Instant, end: Instant, zone: Zone) {
  return { first: localDate(start, zone), last: localDate(addHours(end, -1), zone) };
}

function beginningOf(text: string, zone: Zone): Instant | null {
  const day = parseLocalDate(text);
  return inOurTime(day === null ? parseInstantOrLocal(text, zone) : startOfDay(day, zone));
}

function endOf(text: string, zone: Zone): Instant | null {
  const day = parseLocalDate(text);
  return inOurTime(day === null ? parseInstantOrLocal(text, zone) : startOfDay(addDays(day, 1), zone));
}

// Years that columns and clocks hold; others are slips of the keyboard.
function inOurTime(at: Instant | null): Instant | null {
  return at !== null && /^[12]\d{3}-/.test(at) ? at : null;
}
