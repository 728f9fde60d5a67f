import { expect, test } from 'vitest';
import { asCents } from '../base/money.ts';
import { asInstant } from '../base/time.ts';
import { emptyRichText, toPlainText } from '../text/rich-text.ts';
import { appendCancellationPolicy, cancellationCredit, cancellationFees } from './cancellation.ts';

const percent = { cancellation_hours: 24, cancellation_fee_type: 1, cancellation_fee: 50, trip_fee: 75.5 };
const amount = { ...percent, cancellation_fee_type: 2, cancellation_fee: 120 };
const at = asInstant('2030-03-10T14:00:00.000Z');

test.each([
  ['a day and a minute before', percent, '2030-03-09T13:59:00.000Z', 45_001, 0, 0],
  ['exactly a day before', percent, '2030-03-09T14:00:00.000Z', 45_001, 0, 0],
  ['a minute later, rounded half up', percent, '2030-03-09T14:01:00.000Z', 45_001, 22_501, 0],
  ['a fixed amount', amount, '2030-03-10T13:00:00.000Z', 45_000, 12_000, 0],
  ['once it has started', amount, '2030-03-10T14:00:00.000Z', 45_000, 12_000, 7550],
  ['at most the total', { ...percent, cancellation_fee: 150 }, '2030-03-10T13:00:00.000Z', 45_000, 45_000, 0],
  [
    'no policy',
    { ...percent, cancellation_hours: null, trip_fee: 0 },
    '2030-03-10T15:00:00.000Z',
    45_000,
    0,
    0,
  ],
])('%s', (_what, policy, now, total, fee, trip) => {
  const fees = cancellationFees(policy, { date_time: at, total_cents: asCents(total) }, asInstant(now));
  expect(fees).toEqual({ cancellation_cents: fee, trip_cents: trip });
});

test.each([
  [percent, '24 hours before its start, 50 % of the price is charged.', 'a trip fee of $75.50'],
  [{ ...amount, cancellation_hours: 1, trip_fee: 0 }, '1 hour before its start, $120.00 is charged.', ''],
  [{ ...percent, cancellation_hours: null }, '', 'a trip fee of $75.50'],
  [{ ...percent, cancellation_hours: null, trip_fee: 0 }, '', ''],
])('appends the cancellation costs to an agreement', (policy, fee, trip) => {
  const text = toPlainText(appendCancellationPolicy(emptyRichText, policy, 1));
  expect(text).toContain(fee);
  expect(text).toContain(trip);
  expect(text.includes('Cancellation policy')).toBe(fee + trip !== '');
  expect(text.includes('trip fee')).toBe(trip !== '');
});

test('does not credit again what refunds have credited: the rest is split over price and taxes, to the cent', () => {
  const taxes = [
    { name: 'State', tax_cents: 700 },
    { name: 'City', tax_cents: 101 },
  ];
  const ordered = { pretax_cents: 10_000, tax_cents: 801, taxes };
  expect(cancellationCredit(ordered, 0)).toEqual(ordered);
  for (const credited of [1, 333, 5400, 10_800, 10_801, 20_000]) {
    const { pretax_cents, tax_cents, taxes: parts } = cancellationCredit(ordered, credited);
    expect(pretax_cents + tax_cents).toBe(Math.max(0, 10_801 - credited));
    expect(parts.reduce((sum, one) => sum + (one.tax_cents ?? 0), 0)).toBe(tax_cents);
    expect(parts.map((one) => one.name)).toEqual(['State', 'City']);
  }
});

test('splits the remaining credit proportionally, with tax reduced by a discount', () => {
  const taxes = [
    { name: 'State', tax_cents: 1000 },
    { name: 'State', tax_cents: -100 },
  ];
  expect(cancellationCredit({ pretax_cents: 9000, tax_cents: 900, taxes }, 990)).toEqual({
    pretax_cents: 8100,
    tax_cents: 810,
    taxes: [{ name: 'State', tax_cents: 810 }],
  });
});
