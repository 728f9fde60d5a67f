import { addHours, type Instant, isBefore, parseInstantOrLocal, type Zone } from '../base/time.ts';
import { dateTimeMessage } from '../scheduling/booking.ts';

/** The furthest day of a request: beyond it is a typing error. */
const mostDaysAhead = 731;

/**
 * Reads a wished time: local to the company, or with an offset. Any future time of the next two years may be wished.
 */
export function readWishedTime(
  text: string,
  now: Instant,
  zone: Zone,
): { at: Instant; problem: null } | { at: null; problem: string } {
  const problem = dateTimeMessage(text, now, zone);
  const at = parseInstantOrLocal(text, zone);
  if (problem !== null || at === null) return { at: null, problem: problem ?? 'Date needs to be valid' };
  if (isBefore(addHours(now, mostDaysAhead * 24), at)) {
    return { at: null, problem: 'Choose a date within the next two years' };
  }
  return { at, problem: null };
}
