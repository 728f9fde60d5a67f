/** Times that the office proposes to the client of a request. Browser and server apply the same rules. */

import { addHours, type Instant, isBefore } from '../base/time.ts';

/** The most times of one proposal. */
export const mostProposed = 3;

/** For how many hours the proposed times can be held. */
export const holdChoices = [24, 48, 72, 168] as const;

/** A time with the technician who is free then. */
export interface ProposedTime {
  technician_id: string;
  at: Instant;
}

/** Returns when a proposal ends: after the chosen hours, and no later than its last time starts. */
export function proposalEnd(times: readonly { at: Instant }[], hours: number, now: Instant): Instant {
  const chosen = addHours(now, hours);
  const last = times.map(({ at }) => at).reduce((a, b) => (isBefore(a, b) ? b : a));
  return isBefore(last, chosen) ? last : chosen;
}

/** `open`: the client can choose. `expired`: no longer held. `accepted` and `closed`: the office or the client decided. */
export type ProposalState = 'open' | 'expired' | 'accepted' | 'closed';

/** Returns the state of a proposal. */
export function proposalState(
  {
    closed_at,
    accepted,
    expires_at,
  }: { closed_at: string | null; accepted: number | null; expires_at: Instant },
  now: Instant,
): ProposalState {
  if (accepted !== null) return 'accepted';
  if (closed_at !== null) return 'closed';
  return isBefore(now, expires_at) ? 'open' : 'expired';
}

/** Returns the indexes of times that appear earlier in the list, with the same technician. */
export function repeatedTimes(times: readonly ProposedTime[]): number[] {
  const keys = times.map(({ technician_id, at }) => `${technician_id} ${at}`);
  return keys.flatMap((key, i) => (keys.indexOf(key) < i ? [i] : []));
}

/** Returns the times with this technician in place of everyone who is not assigned to the appointment. */
export function movedTimes(
  times: readonly ProposedTime[],
  assigned: readonly string[],
  technicianId: string,
): ProposedTime[] {
  return times.map((one) =>
    assigned.includes(one.technician_id) ? one : { ...one, technician_id: technicianId },
  );
}
