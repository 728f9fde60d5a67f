/** When a technician works: weekly start times, days that differ from them, services and service areas. */
import { hhmmToMinutes } from '../base/time.ts';

/** Every selectable start time, as hhmm: 0, 30, 100, … 2330. */
const startTimes: readonly number[] = Array.from(
  { length: 48 },
  (_, i) => Math.floor(i / 2) * 100 + (i % 2) * 30,
);

/** A weekly start time; day 0 Sunday … 6 Saturday. */
export interface WeeklyStartTime {
  start_time: number;
  day: number;
}

/** The default: Monday to Friday, on the hour from 8 to 17, so that a new company can be booked at once. */
export const defaultWeek: readonly WeeklyStartTime[] = [1, 2, 3, 4, 5].flatMap((day) =>
  [800, 900, 1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700].map((start_time) => ({ start_time, day })),
);

/** Returns whether this is one of the 48 start times. 0 is midnight. */
export function isStartTime(value: unknown): value is number {
  return typeof value === 'number' && startTimes.includes(value);
}

/** Returns the start times by weekday in minutes after midnight, in order, as `freeSlots` expects them. */
export function minutesByDay(week: readonly WeeklyStartTime[]): number[][] {
  const days: number[][] = Array.from({ length: 7 }, () => []);
  for (const { day, start_time } of week) days[day]?.push(hhmmToMinutes(start_time) ?? 0);
  for (const starts of days) starts.sort((a, b) => a - b);
  return days;
}

/** The start times of an extra day, as hhmm. */
export interface ExtraDayTimes {
  start_time: number | null;
  /** The last start; null if there is only the first. */
  end_time: number | null;
  step_minutes: number;
}

/**
 * Returns the start times of an extra day in minutes after midnight: from the first to the last, one every
 * `step_minutes`.
 * @example extraDayStartMinutes({ start_time: 800, end_time: 1400, step_minutes: 180 }) → [480, 660, 840]
 */
export function extraDayStartMinutes(extra: ExtraDayTimes): number[] {
  const first = hhmmToMinutes(extra.start_time ?? -1);
  if (first === null) return [];
  const last = hhmmToMinutes(extra.end_time ?? -1) ?? first;
  const starts: number[] = [];
  for (let at = first; at <= last; at += Math.max(30, extra.step_minutes)) starts.push(at);
  return starts;
}

/** A postal code, a range of two, or a prefix (`SW1*`). */
export interface ServiceArea {
  zip: string;
  zip_to: string;
}

/** Normalizes a postal code for comparison: upper case, without spaces. */
function normalizeZip(text: string): string {
  return text.toUpperCase().replace(/\s+/g, '');
}

/**
 * Parses an area as typed: `78701`, `78701-78799`, `SW1*`; null if invalid.
 * @example parseServiceArea(' 78701 - 78799 ') → { zip: '78701', zip_to: '78799' }
 */
export function parseServiceArea(text: string): ServiceArea | null {
  const bare = normalizeZip(text).replace('–', '-');
  if (/^[A-Z\d]{1,9}\*$/.test(bare) || /^[A-Z\d]{2,10}$/.test(bare)) return { zip: bare, zip_to: '' };
  const [, from = '', to = ''] = /^(\d{3,10})-(\d{3,10})$/.exec(bare) ?? [];
  // 78701-1234 is one American address, not a range: both ends of a range have the same length, in ascending order.
  if (from.length === to.length && from !== '' && from <= to) return { zip: from, zip_to: to };
  return /^\d{5}-\d{4}$/.test(bare) ? { zip: bare.slice(0, 5), zip_to: '' } : null;
}

/** Formats an area for display. */
export function formatServiceArea({ zip, zip_to }: ServiceArea): string {
  return zip_to === '' ? zip : `${zip}-${zip_to}`;
}

/**
 * Returns whether one of the areas includes the postal code. No areas means everywhere; a long American code counts as
 * its first five digits.
 */
export function isInServiceAreas(zipCode: string, areas: readonly ServiceArea[]): boolean {
  if (areas.length === 0) return true;
  const bare = normalizeZip(zipCode);
  const zip = /^\d{5}-?\d{4}$/.test(bare) ? bare.slice(0, 5) : bare.replace('-', '');
  return areas.some((area) => {
    if (area.zip.endsWith('*')) return zip.startsWith(area.zip.slice(0, -1));
    if (area.zip_to === '') return zip === area.zip;
    return zip.length === area.zip.length && zip >= area.zip && zip <= area.zip_to;
  });
}
