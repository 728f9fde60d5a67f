/** The three kinds of time and the only conversions between them. No other file deals with daylight saving. */
import * as instants from 'temporal-polyfill/fns/Instant';
import * as dates from 'temporal-polyfill/fns/PlainDate';
import * as wallClocks from 'temporal-polyfill/fns/PlainDateTime';
import * as zoned from 'temporal-polyfill/fns/ZonedDateTime';
import type { DateFormat } from './date-formats.ts';

declare const kind: unique symbol;

/** A point in time: ISO 8601 in UTC with milliseconds, `2030-03-08T14:00:00.000Z`. Sorts as text. */
export type Instant = string & { readonly [kind]: 'Instant' };
/** A local time without a zone, to the minute: `2030-03-08T09:00`. Sorts as text. */
export type LocalDateTime = string & { readonly [kind]: 'LocalDateTime' };
/** A calendar day: `2030-03-08`. Sorts as text. */
export type LocalDate = string & { readonly [kind]: 'LocalDate' };
/** An IANA zone name: `America/New_York`. */
export type Zone = string & { readonly [kind]: 'Zone' };

const instantText = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)$/i;
const localText = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)(:[0-5]\d(\.\d{1,9})?)?$/;

/**
 * Returns the instant of a trusted text, such as a column or a token. Throws RangeError for anything else, which is a
 * programming error. User input goes through `parseInstantOrLocal`.
 */
export function asInstant(text: string): Instant {
  const instant = parseInstant(text);
  if (instant === null) throw new RangeError(`Not an instant: ${text}`);
  return instant;
}

/** Returns the zone of a trusted text. Throws RangeError if there is no such zone. */
export function asZone(text: string): Zone {
  if (!isZone(text)) throw new RangeError(`Not a time zone: ${text}`);
  return text;
}

/** Returns the calendar day of a trusted text. Throws RangeError for anything else. */
export function asLocalDate(text: string): LocalDate {
  const date = parseLocalDate(text);
  if (date === null) throw new RangeError(`Not a date: ${text}`);
  return date;
}

/** Returns the local time of a trusted text, cut to minutes. Throws RangeError for anything else. */
export function asLocal(text: string): LocalDateTime {
  const local = parseLocal(text);
  if (local === null) throw new RangeError(`Not a local time: ${text}`);
  return local;
}

/**
 * Parses an instant sent by a user or program: ISO with an offset, or without one as local time of the company. Null
 * for invalid text and for a local time that daylight saving skips.
 */
export function parseInstantOrLocal(text: unknown, zone: Zone): Instant | null {
  if (typeof text !== 'string') return null;
  const trimmed = text.trim();
  const local = parseLocal(trimmed);
  if (local === null) return parseInstant(trimmed);
  // The instant of a time on the last day may be in the year 10000, which cannot be written.
  return local < '9999-12-31' ? toInstantOrNull({ local, zone }) : null;
}

/** Parses a local time, cut to minutes; null if invalid. */
export function parseLocal(text: unknown): LocalDateTime | null {
  const found = typeof text === 'string' ? localText.exec(text) : null;
  if (!found || parseLocalDate(found[1]) === null) return null;
  return `${found[1]}T${found[2]}:${found[3]}` as LocalDateTime;
}

/** Parses a calendar day; null if invalid, such as `2030-02-30`. */
export function parseLocalDate(text: unknown): LocalDate | null {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return null;
  try {
    dates.fromFields(dateFields(text), { overflow: 'reject' });
    return text as LocalDate;
  } catch {
    return null;
  }
}

/** Returns the instant of a local time. A repeated one is its first occurrence; a skipped one is moved past the gap. */
export function toInstant(at: { local: LocalDateTime; zone: Zone }): Instant {
  const ms = Date.parse(`${at.local}Z`);
  const offset = steadyOffset(ms, at.zone);
  return fromEpochMs(
    offset === null ? zonedOf(at.local, at.zone, 'compatible').epochMilliseconds : ms - offset * 60_000,
  );
}

/** Like `toInstant`, but null for a local time that daylight saving skips. */
export function toInstantOrNull(at: { local: LocalDateTime; zone: Zone }): Instant | null {
  const instant = toInstant(at);
  return toLocal(instant, at.zone) === at.local ? instant : null;
}

/** Returns the local time of an instant in a zone, cut to minutes. */
export function toLocal(instant: Instant, zone: Zone): LocalDateTime {
  const offset = offsetOfDay(instant.slice(0, 10), zone);
  if (offset !== null)
    return fromEpochMs(toEpochMs(instant) + offset.minutes * 60_000).slice(0, 16) as LocalDateTime;
  const local = zoned.toPlainDateTime(inZone(instant, zone));
  return wallClocks.toString(local, { smallestUnit: 'minute' }) as LocalDateTime;
}

/** Returns the calendar day of an instant in a zone: "today" for a company. */
export function localDate(instant: Instant, zone: Zone): LocalDate {
  return toLocal(instant, zone).slice(0, 10) as LocalDate;
}

/** Combines a day and minutes after midnight (0–1439) to a local time. */
export function localAt(date: LocalDate, minutesOfDay: number): LocalDateTime {
  return `${date}T${clockOfMinutes(minutesOfDay)}` as LocalDateTime;
}

/** Returns the minutes after midnight of a local time. */
export function minutesOfDay(local: LocalDateTime): number {
  return Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));
}

/** Adds elapsed minutes; negative ones go back. */
export function addMinutes(instant: Instant, minutes: number): Instant {
  return fromEpochMs(toEpochMs(instant) + Math.round(minutes * 60_000));
}

/** Adds elapsed hours. */
export function addHours(instant: Instant, hours: number): Instant {
  return addMinutes(instant, hours * 60);
}

/** Adds calendar days to a day. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return fromEpochMs(Date.parse(date) + days * msOfDay).slice(0, 10) as LocalDate;
}

/** Adds calendar days in a zone, keeping the local time of day across daylight saving. */
export function addDaysInZone(instant: Instant, days: number, zone: Zone): Instant {
  return fromEpochMs(zoned.addDays(inZone(instant, zone), days).epochMilliseconds);
}

/** Returns whether the first instant is before the second. */
export function isBefore(a: Instant, b: Instant): boolean {
  return a < b;
}

/** Compares two instants, for sort(). */
export function compareInstants(a: Instant, b: Instant): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns the minutes from the first instant to the second, with fractions. */
export function minutesBetween(from: Instant, to: Instant): number {
  return (toEpochMs(to) - toEpochMs(from)) / 60_000;
}

/** Returns the instant at which a day starts in a zone: not always 00:00, some zones change their clock at midnight. */
export function startOfDay(date: LocalDate, zone: Zone): Instant {
  const midnight = zonedOf(`${date}T00:00` as LocalDateTime, zone, 'compatible');
  return fromEpochMs(zoned.startOfDay(midnight).epochMilliseconds);
}

/** Weeks start on Sunday, in every language and view: calendar, slots and date pickers. */
export const firstWeekday = 0 as const;

/** Returns the day of the week, 0 Sunday … 6 Saturday. */
export function weekday(date: LocalDate): number {
  return new Date(date).getUTCDay();
}

/** Formats an instant for the wire: ISO with the zone's offset, `2030-03-08T09:00:00-05:00`. */
export function formatWithOffset(instant: Instant, zone: Zone): string {
  const offset = offsetOfDay(instant.slice(0, 10), zone);
  if (offset !== null) {
    const shifted = toEpochMs(instant) + offset.minutes * 60_000;
    return `${fromEpochMs(shifted).slice(0, 19)}${offset.text}`;
  }
  const at = inZone(instant, zone);
  return `${wallClocks.toString(zoned.toPlainDateTime(at), { smallestUnit: 'second' })}${zoned.offset(at)}`;
}

/** Offsets by zone and UTC day; null for days on which the zone changes its clock. Cached: computing them is slow. */
const offsetsOfDays = new Map<string, { text: string; minutes: number } | null>();
const mostDaysKept = 20_000;
const msOfDay = 86_400_000;

function offsetOfDay(utcDay: string, zone: Zone): { text: string; minutes: number } | null {
  const key = `${zone} ${utcDay}`;
  const known = offsetsOfDays.get(key);
  if (known !== undefined) return known;
  const [first, last] = ['00:00:00.000', '23:59:59.999'].map((clock) =>
    zoned.offset(inZone(`${utcDay}T${clock}Z` as Instant, zone)),
  );
  const parts = first === last ? /^([+-])(\d\d):(\d\d)$/.exec(first ?? '') : null;
  const minutes = parts ? Number(`${parts[1]}1`) * (Number(parts[2]) * 60 + Number(parts[3])) : 0;
  const found = parts ? { text: parts[0], minutes } : null;
  if (offsetsOfDays.size >= mostDaysKept) offsetsOfDays.clear();
  offsetsOfDays.set(key, found);
  return found;
}

/** The offset of a zone at a local time (as if in UTC); null if the clock changes on a UTC day that may be meant. */
function steadyOffset(ms: number, zone: Zone): number | null {
  const days = [-1, 0, 1].map((shift) => fromEpochMs(ms + shift * msOfDay).slice(0, 10));
  const [first, ...others] = days.map((day) => offsetOfDay(day, zone)?.minutes);
  return first !== undefined && others.every((one) => one === first) ? first : null;
}

/**
 * Formats an instant (in the zone) or a day where the specification fixes the notation; everything else is written by
 * `formatter.ts`. Pattern parts: YYYY MM DD hh (1–12) HH (0–23) mm A.
 * @example formatDate(asInstant('2030-03-08T19:05:00Z'), asZone('America/New_York'), 'MM/DD/YYYY hh:mm A') → '03/08/2030 02:05 PM'
 */
export function formatDate(at: Instant | LocalDate, zone: Zone, pattern: DateFormat | (string & {})): string {
  const local = at.length > 10 ? toLocal(at as Instant, zone) : `${at}T00:00`;
  const hour = Number(local.slice(11, 13));
  const parts: Record<string, string> = {
    YYYY: local.slice(0, 4),
    MM: local.slice(5, 7),
    DD: local.slice(8, 10),
    HH: local.slice(11, 13),
    hh: String(hour % 12 || 12).padStart(2, '0'),
    mm: local.slice(14, 16),
    A: hour < 12 ? 'AM' : 'PM',
  };
  return pattern.replace(/YYYY|MM|DD|HH|hh|mm|A/g, (part) => parts[part] ?? part);
}

/** Converts an hhmm number to minutes after midnight (830 is 8:30, 0 is midnight); null if invalid. */
export function hhmmToMinutes(hhmm: number): number | null {
  const isFine = Number.isInteger(hhmm) && hhmm >= 0 && hhmm < 2400 && hhmm % 100 < 60;
  return isFine ? Math.floor(hhmm / 100) * 60 + (hhmm % 100) : null;
}

/** Converts minutes after midnight to an hhmm number: 510 → 830. */
export function minutesToHhmm(minutes: number): number {
  return Math.floor(minutes / 60) * 100 + (minutes % 60);
}

/** Returns whether the runtime knows this IANA zone name. Offsets such as `+02:00` are not zones. */
export function isZone(text: unknown): text is Zone {
  if (typeof text !== 'string' || !/^[A-Za-z][\w+\-/]*$/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text }).format(0);
    return true;
  } catch {
    return false;
  }
}

/** Converts an instant to milliseconds since 1970, for arithmetic. `fromEpochMs` is the inverse. */
export function toEpochMs(instant: Instant): number {
  // An `Instant` is canonical by construction; the library is needed only for one made by a cast.
  return canonicalText.test(instant) ? Date.parse(instant) : instants.fromString(instant).epochMilliseconds;
}

/** Converts milliseconds since 1970 to an instant. */
export function fromEpochMs(ms: number): Instant {
  if (!Number.isInteger(ms)) throw new RangeError(`Not whole milliseconds: ${ms}`);
  return new Date(ms).toISOString() as Instant;
}

/** Returns the milliseconds of an instant in our own notation, else null. The library takes fifty times as long. */
function canonicalMs(text: string): number | null {
  if (!canonicalText.test(text)) return null;
  const ms = Date.parse(text);
  // The runtime reads 30 February as 1 March, so the round trip must yield the same text.
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text ? ms : null;
}

const canonicalText = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function parseInstant(text: string): Instant | null {
  if (canonicalMs(text) !== null) return text.startsWith('0000') ? null : (text as Instant);
  if (!instantText.test(text)) return null;
  try {
    const instant = fromEpochMs(instants.fromString(text).epochMilliseconds);
    // Years with more than four digits would break sorting as text and do not fit the columns.
    return /^\d{4}-/.test(instant) && !instant.startsWith('0000') ? instant : null;
  } catch {
    return null;
  }
}

function inZone(instant: Instant, zone: Zone) {
  return instants.toZonedDateTimeISO(instants.fromString(instant), zone);
}

function zonedOf(local: LocalDateTime, zone: Zone, disambiguation: 'compatible') {
  const minutes = minutesOfDay(local);
  const fields = { ...dateFields(local), hour: Math.floor(minutes / 60), minute: minutes % 60 };
  return wallClocks.toZonedDateTime(wallClocks.fromFields(fields), zone, { disambiguation });
}

function dateFields(text: string) {
  return { year: Number(text.slice(0, 4)), month: Number(text.slice(5, 7)), day: Number(text.slice(8, 10)) };
}

function clockOfMinutes(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
