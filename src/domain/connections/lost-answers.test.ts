import { expect, test } from 'vitest';
import { addMinutes, asInstant, minutesBetween } from '../base/time.ts';
import {
  firstCheckAt,
  isLookupFinal,
  mayBeAnswered,
  needsReview,
  nextCheckAt,
  retryAt,
  reviewAfterHours,
} from './lost-answers.ts';

const sentAt = asInstant('2030-03-10T06:30:00Z');

/** Moments around a request, dense at first. */
const moments = Array.from({ length: 400 }, (_, n) => addMinutes(sentAt, (n * n) / 20));

test('repeats soon at first and hourly from then on', () => {
  const gaps = [0, 1, 2, 3, 4, 5, 50].map((failures) => minutesBetween(sentAt, retryAt(failures, sentAt)));
  expect(gaps).toEqual([1, 2, 5, 15, 60, 60, 60]);
});

test('checks a request for the first time when its answer can no longer arrive', () => {
  expect(mayBeAnswered(sentAt, sentAt)).toBe(true);
  expect(mayBeAnswered(sentAt, firstCheckAt(sentAt))).toBe(false);
});

test('never takes a lookup for final while the answer may still arrive', () => {
  for (const now of moments)
    for (const minutes of [2, 15, 60])
      expect(isLookupFinal(sentAt, minutes, now) && mayBeAnswered(sentAt, now)).toBe(false);
});

test('once a lookup is final or a request needs review, that stays so', () => {
  for (const holds of [
    (now: typeof sentAt) => isLookupFinal(sentAt, 15, now),
    (now: typeof sentAt) => needsReview(sentAt, now),
  ]) {
    const results = moments.map(holds);
    expect(results.lastIndexOf(false)).toBe(results.indexOf(true) - 1);
  }
});

test('checks at least hourly until a person must review the request, then daily, and never stops', () => {
  for (let late = 0; late < 60; late += 7) {
    let now = firstCheckAt(sentAt);
    for (let checks = 1; checks < 80; checks += 1) {
      const next = nextCheckAt(sentAt, checks, now);
      const gap = minutesBetween(now, next);
      expect(gap).toBeGreaterThan(0);
      if (needsReview(sentAt, now)) expect(gap).toBe(24 * 60);
      else expect(gap).toBeLessThanOrEqual(60);
      // A busy worker runs the check a while later.
      now = addMinutes(next, late);
    }
    expect(minutesBetween(sentAt, now)).toBeGreaterThan(reviewAfterHours * 60);
  }
});
