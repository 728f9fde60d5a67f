import type { overrulingOf } from '#domain/scheduling/overruling.ts';
import type { ApiFailure } from '#web/client.ts';
import type { formatter } from '#web/format.ts';
import type { Gets } from '#wire/route.ts';
import type { checkInspectionTime } from '../../booking-contract.ts';
import { stretchText } from './stretch-text.ts';

/** Something that stands in the way of a technician. */
export type TimeConflict = Gets<typeof checkInspectionTime>['conflicts'][number];

/** A time the server refused because somebody is taken then. */
export interface Conflict {
  message: string;
  found: TimeConflict[];
}

/** A decision to book over what was shown to stand in the way. */
export type Overruling = ReturnType<typeof overrulingOf<TimeConflict>>;

/** The conflicts named in a refusal; none when it does not name them. */
export function conflictsIn(failure: Pick<ApiFailure, 'details'>): TimeConflict[] {
  const named = failure.details?.conflicts;
  if (!Array.isArray(named)) return [];
  return named.filter(
    (one): one is TimeConflict => one !== null && typeof one === 'object' && typeof one.start === 'string',
  );
}

/** When a conflict is, in the company's zone: `Mar 8, 2030, 9:00 AM – 12:45 PM`. */
export function conflictTime(
  conflict: Pick<TimeConflict, 'start' | 'end'>,
  format: ReturnType<typeof formatter>,
  timezone: string,
): string {
  return stretchText(conflict, format, timezone);
}
