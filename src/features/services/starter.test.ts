import { describe, expect, test } from 'vitest';
import { asCents, toPercent } from '#domain/base/money.ts';
import type { LocalDate } from '#domain/base/time.ts';
import { calculateQuote } from '#domain/pricing/pricing.ts';
import type { Discount, PricedProperty, Tax } from '#domain/pricing/pricing-types.ts';
import { starterAddOns, starterServices } from './starter.ts';

const priceList = starterServices.map((one) => [one.name, one.base_cost_cents, one.base_duration_minutes]);

test('the ten services have the prices of the price list', () => {
  expect(priceList).toEqual([
    ['Residential home inspection', 37500, 150],
    ['Condo / townhouse', 32500, 120],
    ['Pre-listing inspection', 35000, 150],
    ['New construction final', 37500, 150],
    ['Pre-drywall', 25000, 90],
    ['11-month warranty', 35000, 150],
    ['Re-inspection', 15000, 60],
    ['Four point', 15000, 60],
    ['Wind mitigation', 12500, 45],
    ['Radon only', 17500, 30],
  ]);
});

test('the ten add-ons have the prices of the price list and all belong to the residential inspection', () => {
  expect(starterAddOns.map((one) => [one.name, one.add_fee_cents, one.add_minutes])).toEqual([
    ['Radon test (48 h)', 15000, 15],
    ['Sewer scope', 19500, 45],
    ['Wood-destroying insects', 7500, 15],
    ['Mold air samples (2)', 25000, 30],
    ['Pool and spa', 15000, 45],
    ['Well water sample', 12500, 15],
    ['Septic', 25000, 60],
    ['Detached building', 7500, 30],
    ['Thermal imaging', 10000, 30],
    ['Sprinkler system', 5000, 15],
  ]);
  expect(starterServices[0]?.add_ons).toBe(starterAddOns);
});

test('the modifier table matches the price list', () => {
  const rows = starterServices[0]?.modifiers.map((one) => [
    one.when,
    one.greater_than,
    one.less_than_or_equal,
    one.add_fee_cents / 100,
    one.add_minutes / 60,
  ]);
  expect(rows).toEqual([
    [1, 1500, 2000, 50, 0.5],
    [1, 2000, 2500, 100, 0.5],
    [1, 2500, 3000, 150, 1],
    [1, 3000, 3500, 200, 1],
    [1, 3500, 4000, 250, 1.5],
    [1, 4000, 5000, 350, 2],
    [1, 5000, null, 500, 3],
    [2, 30, 60, 50, 0.25],
    [2, 60, 100, 100, 0.5],
    [2, 100, null, 150, 1],
    [5, 0, 1, 75, 0.5],
    [5, 2, 3, 75, 0.5],
    [4, 80500, 80599, 40, 0.5],
  ]);
});

const SLAB = 2;
const CRAWLSPACE = 3;
const BASEMENT = 1;

interface Example {
  building: [squareFeet: number | null, yearBuilt: number, foundation: number, zip?: string];
  addOns?: string[];
  taxes?: Tax[];
  discount?: Discount;
}

function priced({ building, addOns = [], taxes = [], discount }: Example): [dollars: number, hours: number] {
  const [square_feet, year_built, foundation, zip_code = null] = building;
  const [residential] = starterServices;
  if (!residential) throw new Error('no services');
  const property: PricedProperty = { square_feet, year_built, foundation, zip_code };
  const add_ons = residential.add_ons
    .filter((one) => addOns.includes(one.name))
    .map((one) => ({
      id: one.name,
      name: one.name,
      add_fee_cents: asCents(one.add_fee_cents),
      add_minutes: one.add_minutes,
    }));
  const { totals } = calculateQuote({
    services: [
      {
        ...residential,
        id: 'residential',
        base_cost_cents: asCents(residential.base_cost_cents),
        taxes,
        add_ons,
      },
    ],
    property,
    date: '2026-06-01' as LocalDate,
    today: '2026-05-01' as LocalDate,
    discount: discount ?? null,
    currency: 1,
    default_duration_minutes: 180,
  });
  return [totals.total_cents / 100, totals.duration_minutes / 60];
}

describe('the price examples of the price list', () => {
  const both = ['Radon test (48 h)', 'Wood-destroying insects'];
  const save10: Discount = {
    id: 'code',
    code: 'SAVE10',
    type: 1,
    percent: toPercent(10),
    amount_cents: null,
    service_ids: ['residential'],
    add_on_ids: [],
  };
  const cases: [name: string, example: Example, dollars: number, hours: number][] = [
    ['1', { building: [1500, 2015, SLAB] }, 375, 2.5],
    ['2', { building: [1501, 2015, SLAB] }, 425, 3],
    ['3a', { building: [2000, 2015, SLAB] }, 425, 3],
    ['3b', { building: [2001, 2015, SLAB] }, 475, 3],
    ['4', { building: [2400, 1990, CRAWLSPACE] }, 600, 3.75],
    ['5', { building: [3200, 1924, BASEMENT] }, 800, 5],
    ['6', { building: [6000, 2020, SLAB] }, 875, 5.5],
    ['7', { building: [2400, 1990, CRAWLSPACE], addOns: both }, 825, 4.25],
    ['8', { building: [2400, 1990, CRAWLSPACE], addOns: both, discount: save10 }, 765, 4.25],
    [
      '9',
      { building: [2400, 1990, CRAWLSPACE], taxes: [{ name: 'Tax', add_percent: toPercent(6.25) }] },
      637.5,
      3.75,
    ],
    ['10', { building: [1500, 2015, SLAB, '80550'] }, 415, 3],
    ['11', { building: [null, 2015, SLAB] }, 375, 2.5],
    ['12a', { building: [1500, 1996, SLAB] }, 375, 2.5],
    ['12b', { building: [1500, 1995, SLAB] }, 425, 2.75],
  ];
  test.each(cases)('%s', (_name, example, dollars, hours) => {
    expect(priced(example)).toEqual([dollars, hours]);
  });
});
