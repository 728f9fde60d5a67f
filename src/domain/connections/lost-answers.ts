/**
 * Requests to outside services whose answer may get lost, so that it is unknown whether the work was done there. The
 * request is stored as being sent and committed before the call, which runs outside any transaction. If the answer does
 * not arrive, only a lookup by our own key, or a repeat under the same key, can tell what happened.
 */
import { addHours, addMinutes, type Instant } from '../base/time.ts';

/** Longer than a call takes with all its retries. */
const answerMinutes = 2;
/** After this many unresolved hours a person must review the request. */
export const reviewAfterHours = 48;

/** Returns when to check a request for the first time, unless its answer has arrived by then. */
export function firstCheckAt(sentAt: Instant): Instant {
  return addMinutes(sentAt, answerMinutes);
}

/** Returns whether the answer may still arrive. After that, the request is looked up instead. */
export function mayBeAnswered(sentAt: Instant, now: Instant): boolean {
  return now < firstCheckAt(sentAt);
}

/**
 * Returns whether a lookup that finds nothing proves that the request never arrived. Earlier, the service may merely
 * not list it yet.
 */
export function isLookupFinal(sentAt: Instant, finalAfterMinutes: number, now: Instant): boolean {
  return now >= addMinutes(sentAt, finalAfterMinutes);
}

/** Returns whether checks have failed to resolve the request for so long that a person must review it. */
export function needsReview(sentAt: Instant, now: Instant): boolean {
  return now >= addHours(sentAt, reviewAfterHours);
}

/** Returns when to check an unresolved request again: soon at first, then hourly, and daily once it needs review. */
export function nextCheckAt(sentAt: Instant, checks: number, now: Instant): Instant {
  return needsReview(sentAt, now) ? addHours(now, 24) : retryAt(checks, now);
}

/** Returns when to repeat something that has failed `failures` times: soon at first, then hourly. */
export function retryAt(failures: number, now: Instant): Instant {
  return addMinutes(now, [1, 2, 5, 15, 60][failures] ?? 60);
}
