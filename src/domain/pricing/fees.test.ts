import { describe, expect, test } from 'vitest';
import { durationProblem, hoursToMinutes, minutesToHours } from '../base/durations.ts';
import { asCents, toCents, toPercent } from '../base/money.ts';
import { asLocalDate } from '../base/time.ts';
import { type DiscountTerms, discountCodeProblem, discountProblem } from './discounts.ts';
import { type ManualFee, manualFeeProblems, mergeManualFees, priceManualFees } from './manual-fees.ts';

const fee = (more: Partial<ManualFee> = {}): ManualFee => ({
  serviceId: 's',
  addOnId: null,
  line_item: 'Inspection',
  pretax_cents: toCents(200),
  duration_minutes: 60,
  ...more,
});

describe('fees edited manually', () => {
  const price = (...fees: ManualFee[]) =>
    priceManualFees({
      fees,
      taxesOf: () => [{ name: 'GST', add_percent: toPercent(5) }],
      currency: 1,
      default_duration_minutes: 180,
    });

  test('recalculate tax from the service, unless the tax was edited', () => {
    expect(price(fee({ tax_cents: asCents(1) })).lines[0]).toMatchObject({
      tax_cents: 1000,
      tax_description: 'GST 5%: $10.00',
    });
    expect(price(fee({ tax_cents: asCents(1), is_tax_manual: true })).lines[0]?.tax_cents).toBe(1);
    expect(price(fee({ serviceId: null, tax_cents: asCents(7) })).lines[0]?.tax_cents).toBe(7);
  });

  test('update the totals, with discount lines reported separately', () => {
    const discount = fee({
      serviceId: null,
      discountCodeId: 'd',
      pretax_cents: toCents(-20),
      tax_cents: toCents(-1),
      duration_minutes: 0,
    });
    expect(price(fee({ id: 'f' }), discount).totals).toEqual({
      subtotal_cents: 20000,
      discount_cents: 2000,
      tax_cents: 900,
      total_cents: 18900,
      duration_minutes: 60,
    });
  });

  test('report problems by path', () => {
    expect(
      manualFeeProblems([
        fee(),
        fee({ line_item: ' ' }),
        fee({ line_item: 'x'.repeat(121), pretax_cents: asCents(100_000_001), duration_minutes: -1 }),
        fee({ tax_cents: asCents(-100_000_001) }),
      ]),
    ).toEqual({
      'fees.1.line_item': 'Item is required',
      'fees.2.line_item': 'At most 120 characters',
      'fees.2.pretax_amount': 'Amount is too large',
      'fees.2.duration': 'Duration must be between 0 and 24 hours',
      'fees.3.tax_amount': 'Amount is too large',
    });
  });

  test('change only the lines of services that were added or removed', () => {
    const line = (serviceId: string | null, addOnId: string | null = null, note = '') => ({
      serviceId,
      addOnId,
      note,
    });
    const merged = mergeManualFees(
      [line('a', null, 'edited'), line('b', null, 'edited'), line(null, null, 'own')],
      [line('a'), line('b')],
      [line('a'), line('c'), line('a', 'x')],
    );
    expect(merged).toEqual([line('a', null, 'edited'), line(null, null, 'own'), line('c'), line('a', 'x')]);
  });
});

describe('discount codes', () => {
  const terms: DiscountTerms = {
    id: 'd',
    code: 'SAVE10',
    type: 1,
    percent: toPercent(10),
    amount_cents: null,
    service_ids: ['s'],
    add_on_ids: [],
    status: 1,
    min_total_cents: toCents(100),
    max_uses: 5,
    max_uses_per_client: 1,
    used_count: 0,
    starts_on: asLocalDate('2030-01-01'),
    expires_on: asLocalDate('2030-01-31'),
    online: false,
  };
  const line = { serviceId: 's', addOnId: null, discountCodeId: null };
  const facts = {
    lines: [line],
    subtotal_cents: toCents(200),
    today: asLocalDate('2030-01-31'),
    usesOfClient: 0,
    isPublic: false,
  };
  test.each([
    ['valid through its last day', terms, {}, null],
    ['unknown', null, {}, 'Discount code is not valid'],
    ['turned off', { ...terms, status: 0 }, {}, 'Discount code is not valid'],
    ['not for the public', terms, { isPublic: true }, 'Discount code is not valid'],
    ['not valid yet', terms, { today: asLocalDate('2029-12-31') }, 'Discount code is not valid'],
    ['expired', terms, { today: asLocalDate('2030-02-01') }, 'Discount code has expired'],
    ['used up', { ...terms, used_count: 5 }, {}, 'Discount code has reached its limit'],
    ['used up by the client', terms, { usesOfClient: 1 }, 'Discount code has reached its limit'],
    [
      'too small',
      terms,
      { subtotal_cents: toCents(99) },
      'Discount code does not apply to the chosen services',
    ],
    [
      'other service',
      terms,
      { lines: [{ ...line, serviceId: 'x' }] },
      'Discount code does not apply to the chosen services',
    ],
  ])('%s', (_, code, more, expected) => {
    expect(discountProblem(code, { ...facts, ...more })).toBe(expected);
  });

  test.each([
    ['save10', true],
    [' A-B_9 ', true],
    ['ab', false],
    ['a b c', false],
    ['x'.repeat(31), false],
  ])('accepts the code %s: %s', (text, isFine) => {
    expect(discountCodeProblem(text) === null).toBe(isFine);
  });
});

test.each([
  [2.75, 165],
  [0, 0],
  [0.1, null],
  [-1, null],
  [Number.NaN, null],
  ['2', null],
])('converts %s hours to %s minutes', (hours, minutes) => {
  expect(hoursToMinutes(hours)).toBe(minutes);
});

test('limits the length of an appointment', () => {
  expect([0, 1, 1440, 1441, 0.5].map((m) => durationProblem(m) === null)).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
  expect(minutesToHours(165)).toBe(2.75);
});
