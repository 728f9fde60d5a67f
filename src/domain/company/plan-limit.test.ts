import { expect, test } from 'vitest';
import { asInstant } from '../base/time.ts';
import { type Plan, planLimit } from './plan-limit.ts';

const now = asInstant('2030-03-10T12:00:00Z');
const plan: Plan = {
  status: 'active',
  periodStart: asInstant('2030-03-01T00:00:00Z'),
  periodEnd: asInstant('2030-04-01T00:00:00Z'),
  pastDueSince: null,
  maxAppointments: 10,
};
const none = { created: 0, confirmed: 0 };
const open = { isReached: false, canConfirm: true };
const closed = { isReached: true, canConfirm: false };

test('a company without a plan, or with an unlimited one, has no limit', () => {
  const many = { created: 9000, confirmed: 9000 };
  expect(planLimit(null, many, now)).toEqual(open);
  expect(planLimit({ ...plan, maxAppointments: null }, many, now)).toEqual(open);
});

test.each([
  [{ created: 9, confirmed: 9 }, open],
  [
    { created: 10, confirmed: 10 },
    { isReached: true, canConfirm: true },
  ],
  [
    { created: 30, confirmed: 14 },
    { isReached: true, canConfirm: true },
  ],
  [{ created: 15, confirmed: 15 }, closed],
])('with a plan of ten and %j, %j', (use, expected) => {
  expect(planLimit(plan, use, now)).toEqual(expected);
});

test.each<[string, Partial<Plan>, object]>([
  ['a trial in its last second', { status: 'trialing', periodEnd: asInstant('2030-03-10T12:00:01Z') }, open],
  ['a trial that ends now', { status: 'trialing', periodEnd: now }, closed],
  ['a canceled plan', { status: 'canceled' }, closed],
  ['an expired plan', { status: 'expired' }, closed],
  [
    'a charge that failed 7 days ago',
    { status: 'past_due', pastDueSince: asInstant('2030-03-03T12:00:00Z') },
    open,
  ],
  [
    'a charge that failed earlier',
    { status: 'past_due', pastDueSince: asInstant('2030-03-03T11:59:59Z') },
    closed,
  ],
])('%s', (_name, more, expected) => {
  expect(planLimit({ ...plan, ...more }, none, now)).toEqual(expected);
});
