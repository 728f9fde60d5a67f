import { describe, expect, test } from 'vitest';
import { openHouse } from '#testing/house.ts';
import * as contract from './contract.ts';

const house = await openHouse({ at: '2030-03-01T14:00:00Z' });
const owner = await house.has.owner();

async function services() {
  return (await owner.does(contract.listServices, { perPage: 100 })).pageData;
}

const house2400 = { square_feet: '2400', year_built: 1990, foundation: 3, zipCode: '80301' };

describe('a new company', () => {
  test('begins with the starter price list, tied to templates and agreements', async () => {
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
  test('adds up the price table and says why', async () => {
    const [residential] = await services();
    const plain = await owner.does(contract.quotePrice, {
      location: house2400,
      services: [{ id: residential?.id ?? '' }],
      date_time: '2030-03-08T09:00',
    });
    expect(plain).toMatchObject({ total: 600, duration: 3.75, discount_problem: null });
    expect(plain.fees[0]?.parts.reduce((sum, part) => sum + part.amount, 0)).toBe(600);
    expect(plain.fees[0]?.pricing_details).toContain('Square Feet 2000–2500 +$100.00');
    const add_ons = residential?.add_ons.filter((a) => /Radon|insects/.test(a.name)).map((a) => a.id) ?? [];
    const more = await owner.does(contract.quotePrice, {
      location: house2400,
      services: [{ id: residential?.id ?? '', add_ons }],
      date_time: null,
    });
    expect(more).toMatchObject({ total: 825, duration: 4.25 });
    expect(more.agreements).toHaveLength(3);
  });

  test('sums up fees edited by hand and names a wrong line', async () => {
    const fees = [{ line_item: 'Trip', pretax_amount: 12.5, duration: 0.25 }];
    const ours = await owner.does(contract.quotePrice, { services: [], fees });
    expect(ours).toMatchObject({ total: 12.5, duration: 0.25 });
    const wrong = await owner.tries(contract.quotePrice, {
      services: [],
      fees: [{ ...fees[0], line_item: '' }],
    });
    expect(wrong.error?.details).toEqual({ 'fees.0.line_item': 'Item is required' });
  });

  test('refuses what is not offered and names a code that does not hold', async () => {
    const other = '0195d1f0-0000-7000-8000-000000000000';
    const refused = await owner.tries(contract.quotePrice, { services: [{ id: other }] });
    expect(refused.error?.details).toEqual({ 'services.0.id': 'This service is not available' });
    const [residential] = await services();
    const quote = await owner.does(contract.quotePrice, {
      services: [{ id: residential?.id ?? '' }],
      discount_code: 'NOPE',
    });
    expect(quote.discount_problem).toBe('Discount code is not valid');
  });

  test('hides prices from technicians without the right, and keeps the duration', async () => {
    const [residential] = await services();
    const tess = await house.has.member(owner, { type: 'technician', flags: { can_schedule_new: true } });
    const quote = await tess.does(contract.quotePrice, { services: [{ id: residential?.id ?? '' }] });
    expect(quote).toMatchObject({ total: 0, fees: [], duration: 2.5, prices_hidden: true });
  });
});
