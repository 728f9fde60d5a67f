import { expect, test } from 'vitest';
import { randomCases } from '#testing/thorough.ts';
import { asCents, formatMoney, sumCents, toPercent } from '../base/money.ts';
import { asLocalDate } from '../base/time.ts';
import { discountRefusal } from './discounts.ts';
import { feeDifference } from './fee-difference.ts';
import { calculateQuote, lineTotal } from './pricing.ts';
import type { Discount, FeeLine, Modifier, PricedService } from './pricing-types.ts';

/** A small seeded generator (mulberry32), so that every run has the same carts. */
function random(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return { whole, chance: (share: number) => next() < share };
}

type Dice = ReturnType<typeof random>;

function modifier(dice: Dice): Modifier {
  const when = dice.whole(1, 7);
  const scale = { 1: 6000, 2: 120, 3: 2030, 4: 99_999, 5: 3 }[when] ?? 10;
  const low = dice.whole(0, scale);
  return {
    when,
    greater_than: dice.chance(0.15) ? null : low,
    less_than_or_equal: dice.chance(0.2) ? null : low + dice.whole(0, scale),
    add_fee_cents: asCents(dice.whole(-20_000, 60_000)),
    add_minutes: 15 * dice.whole(0, 12),
  };
}

function service(dice: Dice, id: string): PricedService {
  return {
    id,
    name: `Service ${id}`,
    base_cost_cents: asCents(dice.whole(0, 90_000)),
    base_duration_minutes: 15 * dice.whole(0, 16),
    modifiers: Array.from({ length: dice.whole(0, 8) }, () => modifier(dice)),
    taxes: Array.from({ length: dice.whole(0, 3) }, (_, i) => ({
      name: `Tax ${i}`,
      add_percent: toPercent(dice.whole(0, 25_000) / 1000),
    })),
    add_ons: Array.from({ length: dice.whole(0, 4) }, (_, i) => ({
      id: `${id}-${i}`,
      name: `Add-on ${i}`,
      add_fee_cents: asCents(dice.whole(-5_000, 40_000)),
      add_minutes: 15 * dice.whole(0, 4),
    })),
  };
}

function cart(dice: Dice) {
  const services = Array.from({ length: dice.whole(0, 4) }, (_, i) => service(dice, `s${i}`));
  const isPercent = dice.chance(0.5);
  const discount: Discount = {
    id: 'code',
    code: 'CODE',
    type: isPercent ? 1 : 2,
    percent: isPercent ? toPercent(dice.whole(1, 100_000) / 1000) : null,
    amount_cents: isPercent ? null : asCents(dice.whole(1, 80_000)),
    service_ids: services.filter(() => dice.chance(0.4)).map((one) => one.id),
    add_on_ids: services.flatMap((one) => one.add_ons.filter(() => dice.chance(0.3)).map((a) => a.id)),
  };
  return {
    services,
    property: {
      square_feet: dice.chance(0.1) ? null : dice.whole(300, 9000),
      year_built: dice.chance(0.1) ? null : dice.whole(1700, 2028),
      foundation: dice.chance(0.1) ? null : dice.whole(1, 3),
      zip_code: dice.chance(0.1) ? null : String(dice.whole(0, 99_999)).padStart(5, '0'),
    },
    date: dice.chance(0.2) ? null : asLocalDate(`${dice.whole(2025, 2031)}-06-01`),
    today: asLocalDate('2026-11-21'),
    discount: dice.chance(0.5) ? discount : null,
    currency: dice.whole(1, 4),
    default_duration_minutes: 180,
  };
}

/** Returns the amount at the end of a text: `Square Feet 2000–2500 +C$100.00`. */
function amountIn(text: string): number {
  const [, minus = '', whole = '', decimals = ''] = /(-?)[A-Z]*\$([\d,]+)\.(\d\d)$/.exec(text) ?? [];
  return Number(`${minus}${whole.replaceAll(',', '')}${decimals}`);
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

test('explains every line of 10,000 random carts (fewer outside CI) with parts that add up to the total to the cent', () => {
  const dice = random(20_261_121);
  for (let i = 0; i < randomCases(10_000); i++) {
    const input = cart(dice);
    const { lines, totals } = calculateQuote(input);
    const same = (what: string, actual: number, expected: number) => {
      // Half a million comparisons: a plain check is cheap, and names the cart.
      if (actual !== expected) throw new Error(`cart ${i}: ${what} is ${actual}, expected ${expected}`);
    };
    let minutes = 0;
    for (const line of lines) {
      const amounts = line.parts.filter((part) => part.kind !== 'note').map((part) => part.amount_cents);
      // The parts, and their texts, add up to the price of the line.
      same('the sum of the parts', sumCents(amounts), line.pretax_cents);
      const texts = line.pricing_details.split('\n').map(amountIn);
      same('the sum of the part texts', sum(texts), line.pretax_cents);
      same('the sum of the taxes', sumCents(line.taxes.map((tax) => tax.tax_cents)), line.tax_cents);
      const taxTexts = line.tax_description === '' ? [] : line.tax_description.split('\n').map(amountIn);
      same('the sum of the tax texts', sum(taxTexts), line.tax_cents);
      const partMinutes = line.parts.reduce((sum, part) => sum + part.minutes, 0);
      same('the time of the parts', partMinutes, line.duration_minutes);
      minutes += partMinutes;
    }
    const expected = sumCents(lines.map(lineTotal));
    same('the total', totals.total_cents, Math.max(0, expected));
    same(
      'subtotal − discount + tax',
      totals.subtotal_cents - totals.discount_cents + totals.tax_cents,
      expected,
    );
    same('the time', totals.duration_minutes, minutes === 0 ? 180 : minutes);
    same('what the discount adds', Math.min(0, totals.discount_cents), 0);
    // The calculation is deterministic, and a quote does not differ from itself.
    expect(calculateQuote(input).totals).toEqual(totals);
    expect(feeDifference(lines, lines)).toEqual({ lines: [], total_cents: 0, minutes: 0 });
  }
});

test('ends the text of a part with its amount', () => {
  expect(amountIn('Base $1,350.00')).toBe(135_000);
  expect(amountIn(`Over 5000 ${formatMoney(asCents(-150), 4)}`)).toBe(-150);
});

const line = (more: Partial<FeeLine>): FeeLine => ({
  serviceId: 's',
  addOnId: null,
  discountCodeId: null,
  line_item: 'Inspection',
  pricing_details: '',
  pretax_cents: asCents(60_000),
  taxes: [],
  tax_cents: asCents(0),
  tax_description: '',
  is_tax_manual: false,
  notes_for_client_invoice: '',
  duration_minutes: 225,
  parts: [],
  ...more,
});

test('keeps manually edited lines and reports their difference to the calculated price', () => {
  const radon = line({
    addOnId: 'radon',
    line_item: 'Radon',
    pretax_cents: asCents(15_000),
    duration_minutes: 15,
  });
  const trip = line({ serviceId: null, line_item: 'Trip', pretax_cents: asCents(2500), duration_minutes: 0 });
  const byHand = [line({ pretax_cents: asCents(55_000), tax_cents: asCents(100) }), trip];
  const found = feeDifference(byHand, [line({}), radon]);
  expect(
    found.lines.map((one) => [one.kind, one.line_item, one.difference_cents, one.difference_minutes]),
  ).toEqual([
    ['changed', 'Inspection', -4900, 0],
    ['only_by_hand', 'Trip', 2500, 0],
    ['only_calculated', 'Radon', -15_000, -15],
  ]);
  expect(found).toMatchObject({ total_cents: -17_400, minutes: -15 });
});

test('compares a manual discount with the calculated discount, whichever code each has', () => {
  const off = (id: string, cents: number) =>
    line({ serviceId: null, discountCodeId: id, pretax_cents: asCents(cents), duration_minutes: 0 });
  expect(feeDifference([off('a', -500)], [off('b', -600)]).lines).toMatchObject([
    { kind: 'changed', difference_cents: 100 },
  ]);
});

test('refuses a code for the first reason that applies', () => {
  const terms = {
    ...{ id: 'c', code: 'C', type: 1 as const, percent: toPercent(10), amount_cents: null },
    ...{ service_ids: ['s'], add_on_ids: [], status: 1, min_total_cents: asCents(10_000), online: false },
    ...{ max_uses: 2, max_uses_per_client: 1, used_count: 0 },
    starts_on: asLocalDate('2026-01-01'),
    expires_on: asLocalDate('2026-12-31'),
  };
  const facts = {
    lines: [line({})],
    subtotal_cents: asCents(60_000),
    today: asLocalDate('2026-06-01'),
    usesOfClient: 0,
    isPublic: false,
  };
  const why = (t: Partial<typeof terms>, f: Partial<typeof facts> = {}) =>
    discountRefusal({ ...terms, ...t }, { ...facts, ...f });
  expect(discountRefusal(null, facts)).toBe('unknown');
  expect(why({})).toBe(null);
  expect(why({ status: 0, used_count: 2 })).toBe('off');
  expect(why({}, { isPublic: true })).toBe('not_online');
  expect(why({}, { today: asLocalDate('2025-12-31') })).toBe('not_yet');
  expect(why({}, { today: asLocalDate('2026-12-31') })).toBe(null);
  expect(why({}, { today: asLocalDate('2027-01-01') })).toBe('expired');
  expect(why({ used_count: 2 })).toBe('used_up');
  expect(why({}, { usesOfClient: 1 })).toBe('used_up_by_client');
  expect(why({ service_ids: ['other'] })).toBe('services');
  expect(why({}, { subtotal_cents: asCents(9999) })).toBe('min_total');
});
