import { asZone, parseInstantOrLocal } from '#domain/base/time.ts';
import type { BookingConflict } from './booking-conflict.ts';

/** A rival as somebody was told of it; times may carry any offset. */
export interface SeenConflict {
  technician_id: string;
  kind: string;
  appointment_id?: string | null | undefined;
  start: string;
  end: string;
}

/** The decision to book over what is occupied. */
export interface Overrule {
  by: string;
  reason: string;
  /** The rivals it is about; null: whoever is there. */
  over: readonly SeenConflict[] | null;
}

/** A decision as it was sent, in our own terms; null where nobody decided anything. */
export function parseOverrule(
  by: string,
  sent: false | { reason: string; over?: readonly SeenConflict[] | null | undefined } | null | undefined,
): Overrule | null {
  return sent ? { by, reason: sent.reason, over: sent.over ?? null } : null;
}

/**
 * Is a rival there that whoever decided had not been told of, or that has changed its time since? Of the many that a refusal
 * no longer names one by one, knowing the first is enough.
 */
export function hasUnseenConflict(overrule: Overrule, rivals: readonly BookingConflict[]): boolean {
  const { over } = overrule;
  if (over === null) return false;
  return rivals.slice(0, mostTold).some((rival) => !over.some((seen) => isSame(seen, rival)));
}

/** A refusal names no more rivals than anybody reads. */
const mostTold = 50;

function isSame(seen: SeenConflict, rival: BookingConflict): boolean {
  return (
    seen.technician_id === rival.technician_id &&
    seen.kind === rival.kind &&
    (seen.appointment_id ?? null) === rival.appointment_id &&
    secondOf(seen.start) === secondOf(rival.start) &&
    secondOf(seen.end) === secondOf(rival.end)
  );
}

/** On the wire a moment is cut to seconds. */
function secondOf(moment: string): string | null {
  return parseInstantOrLocal(moment, utc)?.slice(0, 19) ?? null;
}

const utc = asZone('UTC');
