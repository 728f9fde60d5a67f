import { asZone, parseInstantOrLocal } from '#domain/base/time.ts';
import type { BookingConflict } from './booking-conflict.ts';

/** A conflicting booking as it was shown to the user; times may have any UTC offset. */
interface SeenConflict {
  technician_id: string;
  kind: string;
  appointment_id?: string | null | undefined;
  start: string;
  end: string;
}

/** A wish to double-book as a user sends it. */
export interface SentOverrule {
  reason: string;
  /** The conflicts it covers; all of them if absent. */
  over?: readonly SeenConflict[] | null | undefined;
}

/** The decision to double-book. */
export interface Overrule {
  by: string;
  reason: string;
  /** The conflicts it covers; null for all of them. */
  over: readonly SeenConflict[] | null;
}

/** Converts a sent override to domain terms; null if there was none. */
export function parseOverrule(by: string, sent: false | SentOverrule | null | undefined): Overrule | null {
  return sent ? { by, reason: sent.reason, over: sent.over ?? null } : null;
}

/**
 * Returns whether there is a conflict that the user had not seen, or whose time has changed since. If an error does not
 * list all conflicts, the listed ones are sufficient.
 */
export function hasUnseenConflict(overrule: Overrule, conflicts: readonly BookingConflict[]): boolean {
  const { over } = overrule;
  if (over === null) return false;
  return conflicts.slice(0, maxReported).some((conflict) => !over.some((seen) => isSame(seen, conflict)));
}

/** The maximum number of conflicts listed in an error. */
const maxReported = 50;

function isSame(seen: SeenConflict, conflict: BookingConflict): boolean {
  return (
    seen.technician_id === conflict.technician_id &&
    seen.kind === conflict.kind &&
    (seen.appointment_id ?? null) === conflict.appointment_id &&
    secondOf(seen.start) === secondOf(conflict.start) &&
    secondOf(seen.end) === secondOf(conflict.end)
  );
}

/** Times on the wire are truncated to seconds. */
function secondOf(moment: string): string | null {
  return parseInstantOrLocal(moment, utc)?.slice(0, 19) ?? null;
}

const utc = asZone('UTC');
