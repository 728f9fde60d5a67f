import type { Formatter } from '#domain/base/formatter.ts';
import type { toBookingOverride } from '#domain/scheduling/booking-override.ts';
import type { ApiFailure } from '#web/client/api-failure.ts';
import type { RouteOutput } from '#wire/route.ts';
import type { checkInspectionTime } from '../../booking-contract.ts';

/** A conflicting booking or warning of a technician. */
export type TimeConflict = RouteOutput<typeof checkInspectionTime>['conflicts'][number];

/** A time the server rejected because a technician is taken. */
export interface TimeConflictError {
  message: string;
  conflicts: TimeConflict[];
}

/** An override of the conflicts that were shown. */
export type OverruleInput = ReturnType<typeof toBookingOverride<TimeConflict>>;

/** Returns the conflicts listed in an error, or none. */
export function conflictsFromError(failure: Pick<ApiFailure, 'details'>): TimeConflict[] {
  const named = failure.details?.conflicts;
  if (!Array.isArray(named)) return [];
  return named.filter(
    (one): one is TimeConflict => one !== null && typeof one === 'object' && typeof one.start === 'string',
  );
}

/** Formats the time of a conflict in the company's time zone: `Mar 8, 2030, 9:00 AM – 12:45 PM`. */
export function formatConflictTime(
  conflict: Pick<TimeConflict, 'start' | 'end'>,
  format: Formatter,
  timezone: string,
): string {
  return format.dateTimeRange(conflict.start, conflict.end, timezone);
}
