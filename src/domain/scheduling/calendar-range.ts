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

/** The longest range of one request. */
const maxCalendarDays = 100;

/** A time range, end exclusive. */
export interface InstantRange {
  from: Instant;
  to: Instant;
}

/**
 * Returns the range that a calendar requests: days are days in the zone and both inclusive, instants are used as they
 * are. Returns what is wrong by field instead, if anything is.
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

/** Returns the first and last local day of a range of instants, for all-day entries. */
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

// Years that columns and clocks can store; others are typing errors.
function inOurTime(at: Instant | null): Instant | null {
  return at !== null && /^[12]\d{3}-/.test(at) ? at : null;
}
