import { describe, expect, test } from 'vitest';
import { formatHours } from '../base/durations.ts';
import { asCents, formatMoney, sumCents, toCents, toPercent } from '../base/money.ts';
import { asLocalDate } from '../base/time.ts';
import { formatModifierRange, modifierApplies, modifierValue } from './modifiers.ts';
import { lintModifiers } from './price-lint.ts';
import { calculateQuote, explainPart, lineTotal } from './pricing.ts';
import type { Discount, Modifier, PricedProperty, PricedService, Tax } from './pricing-types.ts';

const mod = (
  when: number,
  low: number | null,
  high: number | null,
  fee: number,
  hours: number,
): Modifier => ({
  when,
  greater_than: low,
  less_than_or_equal: high,
  add_fee_cents: toCents(fee),
  add_minutes: hours * 60,
});

const starterModifiers = [
  mod(1, 1500, 2000, 50, 0.5),
  mod(1, 2000, 2500, 100, 0.5),
  mod(1, 2500, 3000, 150, 1),
  mod(1, 3000, 3500, 200, 1),
  mod(1, 3500, 4000, 250, 1.5),
  mod(1, 4000, 5000, 350, 2),
  mod(1, 5000, null, 500, 3),
  mod(2, 30, 60, 50, 0.25),
  mod(2, 60, 100, 100, 0.5),
  mod(2, 100, null, 150, 1),
  mod(5, 0, 1, 75, 0.5),
  mod(5, 2, 3, 75, 0.5),
  mod(4, 80500, 80599, 40, 0.5),
];
const residential: PricedService = {
  id: 'inspection',
  name: 'Residential home inspection',
  base_cost_cents: toCents(375),
  base_duration_minutes: 150,
  modifiers: starterModifiers,
  taxes: [],
  add_ons: [],
};
const addOn = (id: string, fee: number, hours: number) => ({
  id,
  name: id,
  add_fee_cents: toCents(fee),
  add_minutes: hours * 60,
});
const withAddOns = { ...residential, add_ons: [addOn('Radon test', 150, 0.25), addOn('Insects', 75, 0.25)] };
const save10: Discount = {
  id: 'd',
  code: 'SAVE10',
  type: 1,
  percent: toPercent(10),
  amount_cents: null,
  service_ids: ['inspection'],
  add_on_ids: [],
};

const makeProperty = (
  size: number | null,
  built: number | null,
  foundation: number | null,
  zip = '30301',
) => ({
  square_feet: size,
  year_built: built,
  foundation,
  zip_code: zip,
});
const ask = (property: PricedProperty, service = residential, discount: Discount | null = null) =>
  calculateQuote({
    services: [service],
    property,
    date: asLocalDate('2026-06-01'),
    today: asLocalDate('2025-12-31'),
    discount,
    currency: 1,
    default_duration_minutes: 180,
  });
const taxed = (service: PricedService, ...taxes: [string, number][]): PricedService => ({
  ...service,
  taxes: taxes.map(([name, percent]): Tax => ({ name, add_percent: toPercent(percent) })),
});

describe('price vectors of the starter content', () => {
  test.each([
    ['1', ask(makeProperty(1500, 2015, 2)), 375, 2.5],
    ['2', ask(makeProperty(1501, 2015, 2)), 425, 3],
    ['3a', ask(makeProperty(2000, 2015, 2)), 425, 3],
    ['3b', ask(makeProperty(2001, 2015, 2)), 475, 3],
    ['4', ask(makeProperty(2400, 1990, 3)), 600, 3.75],
    ['5', ask(makeProperty(3200, 1924, 1)), 800, 5],
    ['6', ask(makeProperty(6000, 2020, 2)), 875, 5.5],
    ['7', ask(makeProperty(2400, 1990, 3), withAddOns), 825, 4.25],
    ['8', ask(makeProperty(2400, 1990, 3), withAddOns, save10), 765, 4.25],
    ['9', ask(makeProperty(2400, 1990, 3), taxed(residential, ['Tax', 6.25])), 637.5, 3.75],
    ['10', ask(makeProperty(1500, 2015, 2, '80550')), 415, 3],
    ['11', ask(makeProperty(null, 2015, 2)), 375, 2.5],
    ['12a', ask(makeProperty(1500, 1996, 2)), 375, 2.5],
    ['12b', ask(makeProperty(1500, 1995, 2)), 425, 2.75],
  ])('vector %s', (_, result, total, hours) => {
    expect(result.totals.total_cents).toBe(toCents(total));
    expect(result.totals.duration_minutes).toBe(hours * 60);
    // The parts of every line and the lines of the total add up to the cent.
    for (const line of result.lines) {
      expect(sumCents(line.parts.map((p) => p.amount_cents))).toBe(line.pretax_cents);
    }
    expect(sumCents(result.lines.map(lineTotal))).toBe(result.totals.total_cents);
  });

  test('vector 11 explains its price', () => {
    const result = ask(makeProperty(null, 2015, 2));
    expect(result.notes).toEqual(['size unknown, size steps not applied']);
    expect(result.lines[0]?.parts.at(-1)).toMatchObject({ kind: 'note', amount_cents: 0 });
    expect(result.lines[0]?.pricing_details).toBe('Base $375.00');
  });
});

test('names the parts of a line and the value that triggered each step', () => {
  const [line] = ask(makeProperty(2400, 1990, 3)).lines;
  expect(line).toMatchObject({
    serviceId: 'inspection',
    addOnId: null,
    line_item: 'Residential home inspection',
  });
  expect(line?.pricing_details.split('\n')).toEqual([
    'Base $375.00',
    'Square Feet 2000–2500 +$100.00',
    'Age 30–60 +$50.00',
    'Foundation Crawlspace +$75.00',
  ]);
  expect(line?.parts.map((p) => p.value)).toEqual([undefined, 2400, 36, 3]);
  expect(line?.parts.map(explainPart)[1]).toBe('Square Feet 2000–2500 +$100.00 (value 2400), 0.5 hrs');
});

test('calculates the age in the year of the appointment, else in the current year', () => {
  const input = {
    services: [residential],
    property: makeProperty(1500, 1995, 2),
    today: asLocalDate('2025-12-31'),
    currency: 1,
    default_duration_minutes: 180,
  };
  expect(calculateQuote({ ...input, date: null }).totals.total_cents).toBe(37500);
  expect(calculateQuote({ ...input, date: asLocalDate('2026-01-01') }).totals.total_cents).toBe(42500);
});

describe('taxes', () => {
  test('are percentages of the pretax amount, shown with symbol and two decimals', () => {
    const service = taxed({ ...residential, base_cost_cents: toCents(200), modifiers: [] }, ['VAT', 7.5]);
    const [line] = ask(makeProperty(1, 2000, 2), service).lines;
    expect(line?.tax_cents).toBe(1500);
    expect(formatMoney(line ? lineTotal(line) : asCents(0), 1)).toBe('$215.00');
    expect(line?.tax_description).toBe('VAT 7.5%: $15.00');
  });

  test('are each rounded on their own and never compound; add-ons have the taxes of their service', () => {
    const service = {
      ...taxed({ ...residential, base_cost_cents: asCents(1010), modifiers: [] }, ['A', 5], ['B', 5]),
      add_ons: [addOn('x', 10.1, 0)],
    };
    const result = ask(makeProperty(1, 2000, 2), service);
    expect(result.lines.map((l) => l.tax_cents)).toEqual([102, 102]); // 50.5 → 51, twice
    expect(result.totals.tax_cents).toBe(204);
    expect(result.lines[0]?.tax_description).toBe('A 5%: $0.51\nB 5%: $0.51');
  });
});

describe('discounts', () => {
  const everything: Discount = { ...save10, service_ids: [] };
  const amount = (cents: number): Discount => ({
    ...everything,
    type: 2,
    percent: null,
    amount_cents: asCents(cents),
  });

  test('add a separate negative line, including the reduction of tax', () => {
    const result = ask(makeProperty(2400, 1990, 3), taxed(withAddOns, ['Tax', 6.25]), save10);
    const line = result.lines.at(-1);
    expect(line).toMatchObject({
      line_item: 'Discount (SAVE10)',
      serviceId: null,
      discountCodeId: 'd',
      pretax_cents: -6000,
      tax_cents: -375,
      duration_minutes: 0,
      pricing_details: '10% -$60.00',
    });
    expect(result.totals).toMatchObject({ subtotal_cents: 82500, discount_cents: 6000 });
    expect(result.totals.tax_cents).toBe(3750 + 938 + 469 - 375);
  });

  test('apply to everything if both lists are empty; a listed add-on limits them to itself', () => {
    expect(ask(makeProperty(2400, 1990, 3), withAddOns, everything).totals.discount_cents).toBe(8250);
    const onlyRadon = { ...save10, service_ids: [], add_on_ids: ['Radon test'] };
    expect(ask(makeProperty(2400, 1990, 3), withAddOns, onlyRadon).totals.discount_cents).toBe(1500);
  });

  test('are capped at the eligible amount; 100 % leaves nothing, including tax', () => {
    expect(ask(makeProperty(1500, 2015, 2), residential, amount(99_999_999)).totals.total_cents).toBe(0);
    const all = { ...everything, percent: toPercent(100) };
    const result = ask(makeProperty(2400, 1990, 3), taxed(withAddOns, ['A', 6.333], ['B', 0.777]), all);
    expect(result.totals).toMatchObject({ total_cents: 0, tax_cents: 0 });
  });

  test('add no line if nothing is eligible', () => {
    const other = { ...save10, service_ids: ['other'] };
    expect(ask(makeProperty(1500, 2015, 2), residential, other).lines).toHaveLength(1);
    expect(ask(makeProperty(1500, 2015, 2), residential, amount(0)).lines).toHaveLength(1);
  });
});

test('limits the total to 0 or more, and replaces a duration of 0 by the default', () => {
  const service = {
    ...residential,
    base_cost_cents: toCents(10),
    base_duration_minutes: 0,
    modifiers: [],
    add_ons: [addOn('rebate', -50, 0)],
  };
  const { totals } = ask(makeProperty(1, 2000, 2), service);
  expect(totals).toMatchObject({ total_cents: 0, subtotal_cents: -4000, duration_minutes: 180 });
  expect(
    ask(makeProperty(1, 2000, 2), { ...service, base_duration_minutes: 30 }).totals.duration_minutes,
  ).toBe(30);
  expect(formatHours(150)).toBe('2.5 hrs');
});

describe('modifiers', () => {
  const years = makeProperty(2500, 1985, 2, '30301');
  test.each([
    ['size inside', mod(1, 2000, 3000, 1, 0), 2500, true],
    ['age inside', mod(2, 30, 50, 1, 0), 40, true],
    ['year inside', mod(3, 1980, 1990, 1, 0), 1985, true],
    ['zip inside', mod(4, 30300, 30399, 1, 0), 30301, true],
    ['foundation', mod(5, 1, 2, 1, 0), 2, true],
    ['type 6', mod(6, null, null, 1, 0), 1, false],
    ['type 7', mod(7, 0, 9, 1, 0), 1, false],
    ['lower bound itself', mod(1, 2000, 3000, 1, 0), 2000, false],
    ['upper bound itself', mod(1, 2000, 3000, 1, 0), 3000, true],
    ['no bounds', mod(1, null, null, 1, 0), 5, true],
    ['no bounds, unknown value', mod(1, null, null, 1, 0), null, true],
    ['unknown value', mod(1, null, 99, 1, 0), null, false],
    ['only upper', mod(1, null, 99, 1, 0), 99, true],
    ['only lower', mod(1, 99, null, 1, 0), 100, true],
  ])('%s', (_, modifier, value, met) => {
    expect(modifierApplies(modifier, value)).toBe(met);
  });

  test('refer to the property value of their type', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((when) => modifierValue(when, years, 2025))).toEqual([
      2500,
      40,
      1985,
      30301,
      2,
      null,
      null,
    ]);
    const empty = makeProperty(0, null, null, 'K1A 0B1');
    expect([1, 2, 3, 4, 5].map((when) => modifierValue(when, empty, 2025))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(modifierValue(4, makeProperty(1, 1, 1, '80550-1234'), 2025)).toBe(80550);
  });

  test('format their ranges', () => {
    expect(
      [
        mod(1, 1, 2, 0, 0),
        mod(1, 5, null, 0, 0),
        mod(1, null, 5, 0, 0),
        mod(1, null, null, 0, 0),
        mod(5, 0, 3, 0, 0),
      ].map(formatModifierRange),
    ).toEqual(['1–2', 'over 5', 'up to 5', 'always', 'Basement or Slab or Crawlspace']);
  });

  test('report nothing for the starter table', () => {
    expect(lintModifiers(starterModifiers)).toEqual([]);
  });

  test.each([
    ['gap', [mod(1, 1500, 2000, 1, 0), mod(1, 2001, 2500, 1, 0)], [0, 1], '2000 and 2001'],
    ['overlap', [mod(1, 1500, 2000, 1, 0), mod(1, 1900, 2500, 1, 0)], [0, 1], '1900–2000'],
    ['overlap', [mod(1, null, null, 1, 0), mod(2, 10, null, 1, 0), mod(2, 50, 60, 1, 0)], [1, 2], '50–60'],
    ['unreachable', [mod(1, 2000, 2000, 1, 0)], [0], '2000'],
    ['unreachable', [mod(5, 3, null, 1, 0)], [0], '3'],
    ['unbounded', [mod(4, null, null, 1, 0)], [0], 'always applies'],
    ['no_effect', [mod(7, 1, 2, 1, 0)], [0], 'no effect'],
  ])('lint reports %s %#', (kind, modifiers, rows, text) => {
    const found = lintModifiers(modifiers).find((w) => w.kind === kind);
    expect(found?.rows).toEqual(rows);
    expect(found?.message).toContain(text);
  });
});
