import type { toBookingOverride } from '#domain/scheduling/booking-override.ts';
import type { ApiFailure } from '#web/client.ts';
import type { createFormatter } from '#web/format.ts';
import type { RouteOutput } from '#wire/route.ts';
import type { checkInspectionTime } from '../../booking-contract.ts';
import { formatTimeRange } from './format-time-range.ts';

/** Something that stands in the way of a technician. */
export type TimeConflict = RouteOutput<typeof checkInspectionTime>['conflicts'][number];

/** A time the server refused because somebody is taken then. */
export interface TimeConflictError {
  message: string;
  conflicts: TimeConflict[];
}

/** A decision to book over what was shown to stand in the way. */
export type OverruleInput = ReturnType<typeof toBookingOverride<TimeConflict>>;

/** The conflicts named in a refusal; none when it does not name them. */
export function conflictsFromError(failure: Pick<ApiFailure, 'details'>): TimeConflict[] {
  const named = failure.details?.conflicts;
  if (!Array.isArray(named)) return [];
  return named.filter(
    (one): one is TimeConflict => one !== null && typeof one === 'object' && typeof one.start === 'string',
  );
}

/** When a conflict is, in the company's zone: `Mar 8, 2030, 9:00 AM – 12:45 PM`. */
export function formatConflictTime(
  conflict: Pick<TimeConflict, 'start' | 'end'>,
  format: ReturnType<typeof createFormatter>,
  timezone: string,
): string {
  return formatTimeRange(conflict, format, timezone);
}
