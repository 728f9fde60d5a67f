/** How often and how long it is tried to hand over a mail that the next server does not take now. */

const firstWaitSeconds = 5;
const longestWaitSeconds = 3600;
/** As long as mail servers keep trying among themselves: a server that was down over a long weekend loses no mail. */
const patienceSeconds = 4 * 24 * 3600;

/**
 * Seconds from a try that failed to the next one: twice as long each time, an hour at most. Tries count from 1.
 *
 * @example secondsToNextAttempt(1) → 5
 * @example secondsToNextAttempt(4) → 40
 * @example secondsToNextAttempt(60) → 3600
 */
export function secondsToNextAttempt(tries: number): number {
  return Math.min(firstWaitSeconds * 2 ** (tries - 1), longestWaitSeconds);
}

/**
 * Whether a mail is given up after so many tries: their waits add up to four days. Tries are counted and not the age of the
 * mail, since one that waited for a server to be named has not been tried yet.
 *
 * @example hasExhaustedAttempts(12) → false
 * @example hasExhaustedAttempts(106) → true
 */
export function hasExhaustedAttempts(tries: number): boolean {
  let waited = 0;
  for (let each = 1; each < tries; each++) waited += secondsToNextAttempt(each);
  return waited >= patienceSeconds;
}
