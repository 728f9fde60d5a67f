import { describe, expect, test } from 'vitest';
import { minutesToHours } from '#domain/base/durations.ts';
import { fromCents } from '#domain/base/money.ts';
import { asLocalDate } from '#domain/base/time.ts';
import { calculateQuote } from '#domain/pricing/pricing.ts';
import { toPricedDiscount, toPricedService } from '#domain/pricing/wire-pricing.ts';
import { startTestApp } from '#testing/test-app.ts';
import * as contract from './contract.ts';
import { createDiscount } from './discount-contract.ts';
import { createService } from './editor-contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await testApp.create.owner();

async function services() {
  return (await owner.call(contract.listServices, { perPage: 100 })).pageData;
}

const property2400 = { square_feet: '2400', year_built: 1990, foundation: 3, zipCode: '80301' };

describe('a new company', () => {
  test('starts with the starter price list, linked to templates and agreements', async () => {
    const [residential, ...others] = await services();
    expect(others).toHaveLength(9);
    expect(residential).toMatchObject({
      name: 'Residential home inspection',
      base_cost: 375,
      base_duration: 2.5,
    });
    expect([residential?.modifiers.length, residential?.add_ons.length]).toEqual([13, 10]);
    expect([residential?.templates.length, residential?.agreements.length]).toEqual([1, 1]);
    expect(residential?.add_ons.find((a) => a.name.startsWith('Radon'))?.agreements).toHaveLength(1);
  });
});

describe('a quote', () => {
  test('applies the price table and explains each amount', async () => {
    const [residential] = await services();
    const plain = await owner.call(contract.quotePrice, {
      location: property2400,
      services: [{ id: residential?.id ?? '' }],
      date_time: '2030-03-08T09:00',
    });
    expect(plain).toMatchObject({ total: 600, duration: 3.75, discount_problem: null });
    expect(plain.fees[0]?.parts.reduce((sum, part) => sum + part.amount, 0)).toBe(600);
    expect(plain.fees[0]?.pricing_details).toContain('Square Feet 2000–2500 +$100.00');
    const add_ons = residential?.add_ons.filter((a) => /Radon|insects/.test(a.name)).map((a) => a.id) ?? [];
    const more = await owner.call(contract.quotePrice, {
      location: property2400,
      services: [{ id: residential?.id ?? '', add_ons }],
      date_time: null,
    });
    expect(more).toMatchObject({ total: 825, duration: 4.25 });
    expect(more.agreements).toHaveLength(3);
  });

  test('adds up manually edited fees and names an invalid line', async () => {
    const fees = [{ line_item: 'Trip', pretax_amount: 12.5, duration: 0.25 }];
    const ours = await owner.call(contract.quotePrice, { services: [], fees });
    expect(ours).toMatchObject({ total: 12.5, duration: 0.25 });
    const wrong = await owner.request(contract.quotePrice, {
      services: [],
      fees: [{ ...fees[0], line_item: '' }],
    });
    expect(wrong.error?.details).toEqual({ 'fees.0.line_item': 'Item is required' });
  });

  test('rejects services that are not offered and names a code that does not apply', async () => {
    const other = '0195d1f0-0000-7000-8000-000000000000';
    const refused = await owner.request(contract.quotePrice, { services: [{ id: other }] });
    expect(refused.error?.details).toEqual({ 'services.0.id': 'This service is not available' });
    const [residential] = await services();
    const quote = await owner.call(contract.quotePrice, {
      services: [{ id: residential?.id ?? '' }],
      discount_code: 'NOPE',
    });
    expect(quote.discount_problem).toBe('Discount code is not valid');
  });

  test('hides prices from technicians without the permission, but not the duration', async () => {
    const [residential] = await services();
    const tess = await testApp.create.member(owner, {
      type: 'technician',
      flags: { can_schedule_new: true },
    });
    const quote = await tess.call(contract.quotePrice, { services: [{ id: residential?.id ?? '' }] });
    expect(quote).toMatchObject({ total: 0, fees: [], duration: 2.5, prices_hidden: true });
  });
});

describe('browser and server', () => {
  test('calculate the same price, line by line, for 120 carts of random services, properties and codes', async () => {
    let state = 42;
    const dice = (low: number, high: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return low + ((state >>> 8) % (high - low + 1));
    };
    const made = [];
    for (let i = 0; i < 6; i++) {
      made.push(
        await owner.call(createService, {
          name: `Random ${i}`,
          base_cost: dice(0, 90_000) / 100,
          base_duration: dice(0, 16) / 4,
          modifiers: Array.from({ length: dice(1, 8) }, () => {
            const when = dice(1, 5);
            const scale = [0, 6000, 120, 2030, 99_999, 3][when] ?? 1;
            const low = dice(0, scale);
            const bounds = {
              greater_than: dice(0, 5) ? low : null,
              less_than_or_equal: low + dice(0, scale),
            };
            return { when, ...bounds, add_fee: dice(-5000, 40_000) / 100, add_hours: dice(0, 8) / 4 };
          }),
          taxes: Array.from({ length: dice(0, 2) }, (_, n) => ({
            name: `T${n}`,
            add_percent: dice(0, 20_000) / 1000,
          })),
          add_ons: Array.from({ length: dice(0, 3) }, (_, n) => ({
            name: `A${n}`,
            add_fee: dice(-1000, 20_000) / 100,
            add_hours: dice(0, 4) / 4,
          })),
        }),
      );
    }
    const codes = [
      await owner.call(createDiscount, { code: 'PERCENT', type: 1, value: 12.345 }),
      await owner.call(createDiscount, {
        code: 'AMOUNT',
        type: 2,
        value: 33.33,
        service_ids: [made[0]?.id ?? ''],
      }),
    ];
    for (let i = 0; i < 120; i++) {
      const chosen = made.filter(() => dice(0, 1) === 1);
      const addOns = chosen.map((one) => one.add_ons.filter(() => dice(0, 1) === 1).map((a) => a.id));
      const code = codes[dice(0, 2)] ?? null;
      const building = { square_feet: dice(300, 9000), year_built: dice(1800, 2030), foundation: dice(1, 3) };
      const zip = String(dice(10_000, 99_999));
      const server = await owner.call(contract.quotePrice, {
        services: chosen.map((one, n) => ({ id: one.id, add_ons: addOns[n] ?? [] })),
        location: { ...building, zipCode: zip },
        date_time: '2030-03-08T09:00',
        discount_code: code?.code ?? null,
      });
      const browser = calculateQuote({
        services: chosen.map((one, n) => toPricedService(one, addOns[n] ?? [])),
        property: { ...building, zip_code: zip },
        date: asLocalDate('2030-03-08'),
        today: asLocalDate('2030-03-01'),
        discount: code && server.discount_problem === null ? toPricedDiscount(code) : null,
        currency: 1,
        default_duration_minutes: 180,
      });
      expect(
        server.fees.map((fee) => [fee.line_item, fee.pretax_amount, fee.tax_amount, fee.pricing_details]),
      ).toEqual(
        browser.lines.map((l) => [
          l.line_item,
          fromCents(l.pretax_cents),
          fromCents(l.tax_cents),
          l.pricing_details,
        ]),
      );
      expect(server.total).toBe(fromCents(browser.totals.total_cents));
      expect(server.duration).toBe(minutesToHours(browser.totals.duration_minutes));
    }
  });
});
