import { describe, expect, test } from 'vitest';
import { asInstant } from '../base/time.ts';
import {
  estimatedHour,
  nextSendingStep,
  roomOf,
  type SenderRecord,
  secondsToNextHour,
  sendingLimits,
} from './sending-limits.ts';

const none = { email: null, text: null, stranger: null, invitation: null };

function sender(changes: Partial<SenderRecord> = {}): SenderRecord {
  return {
    ...{ ageDays: 0, isConfirmed: true, isPaying: false, sent: { email: 0, text: 0 } },
    ...{ bounced: 0, complained: 0, set: none },
    ...changes,
  };
}

const emails = (changes: Partial<SenderRecord>) => sendingLimits(sender(changes)).email;

describe('the limits of a company', () => {
  test('let a new inspector send two days’ worth of emails in an hour, and write to few strangers', () => {
    const aDay = 5 * 6 * 3;
    expect(sendingLimits(sender())).toEqual({ email: 200, text: 60, stranger: 15, invitation: 20 });
    expect(emails({})).toBeGreaterThan(2 * aDay);
  });

  test('rise with the confirmed address, with use and time, and with a paid plan', () => {
    expect(emails({ isConfirmed: false })).toBe(40);
    expect(emails({ ageDays: 3, sent: { email: 99, text: 0 } })).toBe(200);
    expect(emails({ ageDays: 3, sent: { email: 100, text: 0 } })).toBe(500);
    expect(emails({ isPaying: true })).toBe(500);
    expect(emails({ ageDays: 30, isPaying: true })).toBe(1200);
    expect(emails({ ageDays: 30, sent: { email: 1000, text: 0 } })).toBe(1200);
    expect(emails({ ageDays: 29, sent: { email: 50_000, text: 0 } })).toBe(500);
  });

  test('give an office of a hundred half of its day in an hour', () => {
    const aDay = 100 * 5 * 6 * 3;
    expect(emails({ ageDays: 90, sent: { email: 30 * aDay, text: 0 } })).toBe(aDay / 2);
    expect(emails({ ageDays: 90, sent: { email: 9_000_000, text: 0 } })).toBe(20_000);
  });

  test.each([
    [{ bounced: 4 }, 1200],
    [{ bounced: 60 }, 600],
    [{ bounced: 110 }, 40],
    [{ complained: 1 }, 1200],
    [{ complained: 2 }, 600],
    [{ complained: 4 }, 40],
  ])('fall with %o of 1,000 emails', (changes, limit) => {
    expect(emails({ ageDays: 40, sent: { email: 1000, text: 0 }, ...changes })).toBe(limit);
  });

  test('do not fall with one wrong address of few', () => {
    expect(emails({ sent: { email: 6, text: 0 }, bounced: 3 })).toBe(200);
  });

  test('are what an administrator has set, whatever else is known', () => {
    const set = { ...none, email: 3000, stranger: 1 };
    expect(sendingLimits(sender({ isConfirmed: false, bounced: 500, set }))).toEqual({
      ...{ email: 3000, text: 10, stranger: 1, invitation: 5 },
    });
  });

  test('say what raises them next', () => {
    expect(nextSendingStep(sender({ isConfirmed: false }))).toBe('confirm');
    expect(nextSendingStep(sender())).toBe('days');
    expect(nextSendingStep(sender({ isPaying: true }))).toBe('month');
    expect(nextSendingStep(sender({ bounced: 50 }))).toBe('healthy');
    expect(nextSendingStep(sender({ isPaying: true, ageDays: 31 }))).toBeNull();
  });
});

test('planned messages leave a fifth of the hour to others, and urgent ones have a quarter more', () => {
  expect([0, 1, 2].map((rank) => roomOf(200, rank))).toEqual([250, 200, 160]);
  // Even the smallest limit lets a planned message leave.
  expect(roomOf(1, 2)).toBe(1);
});

test('the next hour begins at the same moment in every zone', () => {
  expect(secondsToNextHour(asInstant('2030-03-01T14:59:30Z'))).toBe(30);
  expect(secondsToNextHour(asInstant('2030-03-01T14:00:00Z'))).toBe(3600);
});

test('a message behind many others is expected hours later', () => {
  const now = asInstant('2030-03-01T15:00:00Z');
  expect(estimatedHour(now, 0, 200)).toBe('2030-03-01T15:00:00.000Z');
  expect(estimatedHour(now, 450, 200)).toBe('2030-03-01T17:00:00.000Z');
});
