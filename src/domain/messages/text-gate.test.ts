import { describe, expect, test } from 'vitest';
import { asInstant, asZone } from '../base/time.ts';
import { endOfQuietHours, mayText, type TextFacts } from './text-gate.ts';

const newYork = asZone('America/New_York');
const facts: TextFacts = {
  now: asInstant('2030-03-01T17:00:00Z'),
  zone: newYork,
  isConfigured: true,
  phone: '+15552013344',
  hasOptedOut: false,
  length: 1600,
  needed: 2,
  balance: 2,
};
const atNight = asInstant('2030-03-02T03:00:00Z');

describe('a text', () => {
  test.each<[string, Partial<TextFacts>, unknown]>([
    ['is sent now', {}, { is: 'now' }],
    ['waits for the morning', { now: atNight }, { is: 'later', at: '2030-03-02T13:00:00.000Z' }],
    ['is never sent without a provider', { isConfigured: false }, { because: 'not_configured' }],
    ['is never sent without a phone', { phone: null }, { because: 'no_phone' }],
    ['is never sent after STOP', { hasOptedOut: true, balance: 0 }, { because: 'opted_out' }],
    ['is never sent with more than 1,600 characters', { length: 1601, balance: 0 }, { because: 'too_long' }],
    ['is never sent without enough credits', { balance: 1 }, { because: 'no_credits' }],
    [
      'that answers a keyword is sent at night, after STOP and without credits',
      { now: atNight, hasOptedOut: true, balance: 0, isAnswer: true },
      { is: 'now' },
    ],
  ])('%s', (_, changes, expected) => {
    expect(mayText({ ...facts, ...changes })).toMatchObject(expected as object);
  });
});

describe('quiet hours', () => {
  test.each([
    ['America/New_York', '2030-03-01T12:59:59.999Z', '2030-03-01T13:00:00.000Z'],
    ['America/New_York', '2030-03-01T13:00:00Z', null],
    ['America/New_York', '2030-03-02T01:59:00Z', null],
    ['America/New_York', '2030-03-02T02:00:00Z', '2030-03-02T13:00:00.000Z'],
    // The night in which summer time starts, and the one in which it ends.
    ['America/New_York', '2030-03-10T02:30:00Z', '2030-03-10T12:00:00.000Z'],
    ['America/New_York', '2030-11-03T04:00:00Z', '2030-11-03T13:00:00.000Z'],
    ['Asia/Kolkata', '2030-03-01T02:00:00Z', '2030-03-01T02:30:00.000Z'],
  ])('in %s at %s end at %s', (zone, now, expected) => {
    expect(endOfQuietHours(asInstant(now), asZone(zone))).toBe(expected);
  });
});
