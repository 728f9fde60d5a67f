import { durationProblem, hoursToMinutes } from '#domain/base/durations.ts';
import { asInstant, type Instant, localDate, parseInstantOrLocal, type Zone } from '#domain/base/time.ts';
import { yearBuiltProblem } from '#domain/scheduling/appointment-draft.ts';
import { subEventProblems } from '#domain/scheduling/sub-events.ts';
import { parseLooseNumber } from '#wire/read.ts';
import type { AppointmentPayload } from '../booking-contract.ts';

type Payload = Partial<AppointmentPayload>;

/** Error messages by field. */
export type Problems = Record<string, string>;

/** Location and property details as column values. Fields that were not sent are absent. */
export interface LocationValues {
  address?: string;
  city?: string;
  state?: string;
  zip_code?: string;
  country?: string;
  square_feet?: number | null;
  year_built?: number | null;
  foundation?: number | null;
  lat?: number | null;
  lng?: number | null;
  location_precision?: string | null;
}

/** Reads the location fields of a payload and collects their problems. */
export function readLocation(
  sent: Payload,
  now: Instant,
  zone: Zone,
): { values: LocationValues; problems: Problems } {
  const values: LocationValues = {};
  const problems: Problems = {};
  for (const field of ['address', 'city', 'state', 'zip_code'] as const) {
    if (sent[field] !== undefined) values[field] = (sent[field] ?? '').trim();
  }
  if (sent.country) values.country = sent.country.trim().toUpperCase();
  if (sent.square_feet !== undefined) {
    const size = parseLooseNumber(sent.square_feet);
    values.square_feet = size;
    if (size !== null && !(size >= 0 && size <= 10_000_000))
      problems.square_feet = 'Square Feet is not valid';
  }
  if (sent.year_built !== undefined) {
    const year = parseLooseNumber(sent.year_built);
    values.year_built = year === 0 ? null : year;
    const problem = yearBuiltProblem(values.year_built, Number(localDate(now, zone).slice(0, 4)));
    if (problem) problems.year_built = problem;
  }
  if (sent.foundation !== undefined) {
    const foundation = parseLooseNumber(sent.foundation);
    values.foundation = foundation === 0 ? null : foundation;
    if (values.foundation !== null && ![1, 2, 3].includes(values.foundation)) {
      problems.foundation = 'Foundation is not valid';
    }
  }
  if (sent.address_lat_long !== undefined) {
    const point = readPoint(sent.address_lat_long);
    if (point === 'wrong') problems.address_lat_long = 'Coordinates are not valid';
    else Object.assign(values, { lat: point?.lat ?? null, lng: point?.lng ?? null });
  }
  if (sent.location_precision !== undefined) values.location_precision = sent.location_precision;
  return { values, problems };
}

/** Parses `{lat, lng}` or the text "lat,lng". */
function readPoint(
  sent: AppointmentPayload['address_lat_long'],
): { lat: number; lng: number } | null | 'wrong' {
  if (sent === null || sent === undefined || sent === '') return null;
  const [lat, lng] =
    typeof sent === 'string' ? sent.split(',').map((part) => Number(part.trim())) : [sent.lat, sent.lng];
  if (lat === undefined || lng === undefined || !(Math.abs(lat) <= 90) || !(Math.abs(lng) <= 180))
    return 'wrong';
  return { lat, lng };
}

/**
 * Parses a sent date and time; null if malformed or in a year that is clearly a typo (and beyond the column's range).
 */
export function readMoment(sent: string | null | undefined, zone: Zone): Instant | null {
  const at = parseInstantOrLocal(sent, zone);
  return at !== null && /^[12]\d{3}-/.test(at) ? at : null;
}

/** Converts a sent duration from hours to minutes; null if none was sent. */
export function readDuration(sent: number | string | null | undefined, problems: Problems): number | null {
  const hours = parseLooseNumber(sent);
  // An untouched form sends 0: the fee lines decide.
  if (hours === null || hours === 0) return null;
  const minutes = hoursToMinutes(hours);
  if (minutes === null) {
    problems.duration =
      hours < 0
        ? 'Duration must be more than 0 and at most 24 hours'
        : 'Duration must be in steps of 0.25 hours';
    return null;
  }
  const problem = durationProblem(minutes);
  if (problem) problems.duration = problem;
  return minutes;
}

/** A sub-event ready to be stored. */
export interface SubEventValues {
  id: string | null;
  name: string;
  description: string;
  inspector_id: string | null;
  start_date: Instant;
  end_date: Instant;
}

/** Reads sub-events with their times as instants; an event saved with unchanged times may be in the past. */
export function readSubEvents(
  sent: NonNullable<AppointmentPayload['inspection_events']>,
  before: readonly { id: string; start_date: string; end_date: string }[],
  now: Instant,
  zone: Zone,
): { values: SubEventValues[]; problems: Problems } {
  const problems: Problems = {};
  const values = sent.flatMap((event, i): SubEventValues[] => {
    const known = before.find((b) => b.id === event.id);
    const old = known && { start_date: asInstant(known.start_date), end_date: asInstant(known.end_date) };
    const found = subEventProblems(event, now, zone, old);
    for (const [field, message] of Object.entries(found))
      problems[`inspection_events.${i}.${field}`] = message;
    const start_date = readMoment(event.start_date, zone);
    const end_date = readMoment(event.end_date, zone);
    if (start_date === null) problems[`inspection_events.${i}.start_date`] ??= 'Start is not valid';
    if (end_date === null) problems[`inspection_events.${i}.end_date`] ??= 'End is not valid';
    if (start_date === null || end_date === null) return [];
    return [
      {
        id: known?.id ?? null,
        name: event.name.trim(),
        description: event.description?.trim() ?? '',
        inspector_id: event.inspector ?? null,
        start_date,
        end_date,
      },
    ];
  });
  return { values, problems };
}
