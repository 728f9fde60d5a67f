import type { ApiFailure } from '#web/client.ts';
import type { formatter } from '#web/format.ts';
import type { Gets } from '#wire/route.ts';
import type { checkInspectionTime } from '../booking-contract.ts';
import { stretchText } from './stretch-text.ts';

/** Something that stands in the way of a technician. */
export type TimeConflict = Gets<typeof checkInspectionTime>['conflicts'][number];

/** A time the server refused because somebody is taken then. */
export interface Conflict {
  message: string;
  found: TimeConflict[];
}

/** A decision to book over what stands in the way: why, and over what, for nobody decides about rivals unseen. */
export interface Overruling {
  reason: string;
  over: SeenRival[];
}

type SeenRival = Pick<TimeConflict, 'technician_id' | 'kind' | 'appointment_id' | 'start' | 'end'>;

const mostSent = 500;

/** The decision about the rivals that are shown. */
export function overrulingOf(reason: string, conflicts: readonly TimeConflict[]): Overruling {
  const over = conflicts
    .slice(0, mostSent)
    .map(({ technician_id, kind, appointment_id = null, start, end }) => ({
      technician_id,
      kind,
      appointment_id,
      start,
      end,
    }));
  return { reason, over };
}

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
