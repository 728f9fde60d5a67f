/** How often and how long delivery of an email or text is retried when the next server does not accept it. */

const firstWaitSeconds = 5;
const longestWaitSeconds = 3600;
/** As long as mail servers retry among themselves: a server that is down over a long weekend loses no email. */
const patienceSeconds = 4 * 24 * 3600;
/** The provider abandons a text after this time, too. */
const textPatienceSeconds = 4 * 3600;

/**
 * Returns the seconds from a failed attempt to the next one: doubled each time, one hour at most. Attempts count from
 * 1.
 *
 * @example secondsToNextAttempt(1) → 5
 * @example secondsToNextAttempt(4) → 40
 * @example secondsToNextAttempt(60) → 3600
 */
export function secondsToNextAttempt(attempts: number): number {
  return Math.min(firstWaitSeconds * 2 ** (attempts - 1), longestWaitSeconds);
}

/**
 * Returns whether an email is abandoned after this many attempts: their waits add up to four days. Attempts are counted
 * rather than the age of the email, because one that waits for a server to be configured has not been attempted yet.
 *
 * @example hasExhaustedAttempts(12) → false
 * @example hasExhaustedAttempts(106) → true
 */
export function hasExhaustedAttempts(attempts: number): boolean {
  return waitedSeconds(attempts) >= patienceSeconds;
}

/**
 * Returns whether a text message is abandoned after this many attempts: hours later it would confuse more than help.
 *
 * @example hasExhaustedTextAttempts(10) → false
 * @example hasExhaustedTextAttempts(15) → true
 */
export function hasExhaustedTextAttempts(attempts: number): boolean {
  return waitedSeconds(attempts) >= textPatienceSeconds;
}

function waitedSeconds(attempts: number): number {
  let waited = 0;
  for (let each = 1; each < attempts; each++) waited += secondsToNextAttempt(each);
  return waited;
}
