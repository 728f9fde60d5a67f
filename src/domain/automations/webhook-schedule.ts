/** When a webhook is sent again, and when it is abandoned. */
import { addMinutes, type Instant } from '../base/time.ts';

/** Seconds before each next attempt; the last one repeats until the patience ends. */
const waits = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
const jitter = 0.2;
const patienceSeconds = 5 * 86_400;
const longestRequestedWait = 86_400;

/** A request, with its answer, takes no longer. */
export const webhookTimeoutMs = 10_000;
/** Longer than an attempt takes: a killed worker's delivery is sent again after this. */
export const webhookLeaseSeconds = 20;
/** How many webhooks of one company are on the way at once: to one host, and in all. */
export const mostAtOnce = { perHost: 2, perCompany: 4 };

/** Why an attempt failed. */
export type WebhookProblem =
  | 'status'
  | 'redirect'
  | 'gone'
  | 'timeout'
  | 'dns'
  | 'private_address'
  | 'tls'
  | 'connection'
  | 'interrupted';

/** The longest body, as UTF-8. */
export const longestWebhookBody = 256 * 1024;

/** What became of an attempt. */
export interface WebhookOutcome {
  /** null: no answer. */
  readonly status: number | null;
  readonly problem: WebhookProblem | null;
  /** Seconds after which the receiver wants the next request; null: it named none. */
  readonly retryAfter: number | null;
}

/** Returns what an answer means: 2xx is success, a redirect is not followed, 410 ends all deliveries. */
export function outcomeOfAnswer(
  status: number,
  retryAfter: string | undefined,
  now: Instant,
): WebhookOutcome {
  const isSuccess = status >= 200 && status < 300;
  const problem = isSuccess
    ? null
    : status === 410
      ? 'gone'
      : status >= 300 && status < 400
        ? 'redirect'
        : 'status';
  const mayWait = status === 429 || status === 503;
  return { status, problem, retryAfter: mayWait ? secondsToWait(retryAfter, now) : null };
}

/** Reads Retry-After: seconds or a date; at most a day, null for anything else. */
function secondsToWait(value: string | undefined, now: Instant): number | null {
  const text = value?.trim() ?? '';
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - Date.parse(now)) / 1000;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(0, Math.ceil(seconds)), longestRequestedWait);
}

/** What to do after a failed attempt: send again then, or never. */
export type NextStep = { at: Instant } | 'abandon';

/**
 * Returns when to send again after this many failed attempts, by the schedule with a jitter of a fifth, or later if the
 * receiver wants it. Abandons five days after the first attempt, and what the receiver says is gone.
 *
 * @param random between 0 and 1
 */
export function nextStep(
  outcome: WebhookOutcome,
  { attempts, startedAt, now }: { attempts: number; startedAt: Instant; now: Instant },
  random: number,
): NextStep {
  if (outcome.problem === 'gone') return 'abandon';
  const wait = (waits[attempts - 1] ?? 86_400) * (1 - jitter + 2 * jitter * random);
  const at = addSeconds(now, Math.max(wait, outcome.retryAfter ?? 0));
  return at > addSeconds(startedAt, patienceSeconds) ? 'abandon' : { at };
}

/** Returns the instant this many seconds later. */
export function addSeconds(at: Instant, seconds: number): Instant {
  return addMinutes(at, seconds / 60);
}
