import { expect, test } from 'vitest';
import { asInstant, toEpochMs } from '../base/time.ts';
import { addSeconds, nextStep, outcomeOfAnswer, type WebhookOutcome } from './webhook-schedule.ts';

const now = asInstant('2030-03-01T12:00:00.000Z');
const failed: WebhookOutcome = { status: 500, problem: 'status', retryAfter: null };

/** The waits of a receiver that never works, in seconds, until the webhook is abandoned. */
function waitsOf(random: number): number[] {
  const waits: number[] = [];
  let at = now;
  for (;;) {
    const step = nextStep(failed, { attempts: waits.length + 1, startedAt: now, now: at }, random);
    if (step === 'abandon') return waits;
    waits.push((toEpochMs(step.at) - toEpochMs(at)) / 1000);
    at = step.at;
  }
}

test('is sent again by the schedule, with a jitter of a fifth, for five days', () => {
  const schedule = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, 86_400];
  expect(waitsOf(0.5)).toEqual(schedule);
  expect(waitsOf(0)).toEqual([...schedule, 86_400, 86_400].map((each) => each * 0.8));
  expect(waitsOf(1)).toEqual(schedule.map((each) => each * 1.2));
});

test('waits as long as the receiver wants, at most a day, if that is later', () => {
  const stepAfter = (status: number, retryAfter: string) =>
    nextStep(outcomeOfAnswer(status, retryAfter, now), { attempts: 1, startedAt: now, now }, 0.5);
  expect(stepAfter(429, '120')).toEqual({ at: addSeconds(now, 120) });
  expect(stepAfter(503, 'Fri, 01 Mar 2030 12:03:00 GMT')).toEqual({ at: addSeconds(now, 180) });
  expect(stepAfter(429, '1')).toEqual({ at: addSeconds(now, 5) });
  expect(stepAfter(429, '99999999')).toEqual({ at: addSeconds(now, 86_400) });
  for (const odd of ['soon', '', '-5', '1e9', 'Fri, 01 Mar 2010 12:03:00 GMT'])
    expect(stepAfter(429, odd)).toEqual({ at: addSeconds(now, 5) });
  expect(stepAfter(500, '120')).toEqual({ at: addSeconds(now, 5) });
});

test('counts 2xx as success, does not follow redirects, and ends at 410', () => {
  const problemOf = (status: number) => outcomeOfAnswer(status, undefined, now).problem;
  expect([200, 202, 204, 299].map(problemOf)).toEqual([null, null, null, null]);
  expect([301, 302, 307, 308].map(problemOf)).toEqual(Array.from({ length: 4 }, () => 'redirect'));
  expect([400, 401, 404, 429, 500, 503].map(problemOf)).toEqual(Array.from({ length: 6 }, () => 'status'));
  const gone = outcomeOfAnswer(410, undefined, now);
  expect(nextStep(gone, { attempts: 1, startedAt: now, now }, 0.5)).toBe('abandon');
});
