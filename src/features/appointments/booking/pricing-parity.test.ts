import { expect, test } from 'vitest';
import { asLocalDate, parseInstantOrLocal } from '#domain/base/time.ts';
import { newDraft } from '#domain/scheduling/appointment-draft.ts';
import { getCompany } from '#features/company/get-company.ts';
import { listServices } from '#features/services/contract.ts';
import { createDiscount } from '#features/services/discount-contract.ts';
import { loadDiscount } from '#features/services/discounts.ts';
import { createService } from '#features/services/editor-contract.ts';
import { loadServices } from '#features/services/load-services.ts';
import { presentLine, presentParts } from '#features/services/present.ts';
import { priceLoadedServices } from '#features/services/price-services.ts';
import { readServiceChoices } from '#features/services/service-choices.ts';
import { startTestApp } from '#testing/test-app.ts';
import { randomCases } from '#testing/thorough.ts';
import { getDefaults } from '../booking-contract.ts';
import { displayedPrice, wireFee } from '../screens/draft/draft-pricing.ts';
import { type DialogState, freshState } from '../screens/draft/draft-state.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });

/** A seeded random generator: the same carts on every run. */
function randomFrom(seed: number) {
  let state = seed;
  return (low: number, high: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return low + ((state >>> 8) % (high - low + 1));
  };
}

/** Builds a price table as the editor sends it. */
function priceTable(random: ReturnType<typeof randomFrom>, nth: number) {
  const modifier = () => {
    const when = random(1, 7);
    const scale = [0, 6000, 120, 2030, 99_999, 3, 9, 9][when] ?? 1;
    const low = random(0, scale);
    const greater_than = random(0, 5) ? low : null;
    const less_than_or_equal = random(0, 5) || greater_than === null ? low + random(0, scale) : null;
    return {
      when,
      greater_than,
      less_than_or_equal,
      add_fee: random(-5000, 40_000) / 100,
      add_hours: random(0, 8) / 4,
    };
  };
  return {
    name: `Random ${nth}`,
    base_cost: random(0, 90_000) / 100,
    base_duration: random(0, 16) / 4,
    modifiers: Array.from({ length: random(0, 8) }, modifier),
    taxes: Array.from({ length: random(0, 3) }, (_, n) => ({
      name: `T${n}`,
      add_percent: random(0, 25_000) / 1000,
    })),
    add_ons: Array.from({ length: random(0, 3) }, (_, n) => ({
      name: `A${n}`,
      add_fee: random(-1000, 20_000) / 100,
      add_hours: random(0, 4) / 4,
    })),
  };
}

test('the browser prices 10,000 random carts (fewer outside CI) to the same cents as the server', async () => {
  const owner = await app.create.owner();
  const random = randomFrom(20_300_301);
  for (let nth = 0; nth < 24; nth += 1) await owner.call(createService, priceTable(random, nth));
  const codes = [null, 'PERCENT', 'AMOUNT', 'NARROW'];
  const wire = (await owner.call(listServices, { perPage: 100 })).pageData;
  await owner.call(createDiscount, { code: 'PERCENT', type: 1, value: 12.345 });
  await owner.call(createDiscount, { code: 'AMOUNT', type: 2, value: 333.33 });
  const narrow = { service_ids: wire.slice(0, 8).map((one) => one.id) };
  await owner.call(createDiscount, { code: 'NARROW', type: 1, value: 7.5, ...narrow });
  const defaults: DialogState['defaults'] = await owner.call(getDefaults);
  const rows = await app.readAs(owner.subscriberId, async (ctx) => ({
    company: await getCompany(ctx),
    loaded: await loadServices(ctx, { withDeleted: true }),
    terms: await Promise.all(codes.map((code) => (code ? loadDiscount(ctx, code) : Promise.resolve(null)))),
  }));
  let discounted = 0;
  for (let i = 0; i < randomCases(10_000); i += 1) {
    const chosen = wire
      .filter(() => random(0, 7) === 0)
      .map((one) => ({
        id: one.id,
        name: one.name,
        add_ons: one.add_ons.filter(() => random(0, 1) === 1).map(({ id, name }) => ({ id, name })),
      }));
    const sometimesNull = <T>(value: T): T | null => (random(0, 9) === 0 ? null : value);
    const location = {
      square_feet: sometimesNull(random(300, 9000)),
      year_built: sometimesNull(random(1700, 2030)),
      foundation: sometimesNull(random(1, 3)),
      zipCode: sometimesNull(String(random(0, 99_999)).padStart(5, '0')) ?? '',
    };
    const dateTime = sometimesNull(`20${random(30, 35)}-03-08T09:00`);
    const nth = random(0, codes.length - 1);
    const server = priceLoadedServices(
      {
        company: rows.company,
        chosen: readServiceChoices(chosen),
        property: { ...location, zip_code: location.zipCode || null },
        at: dateTime === null ? null : parseInstantOrLocal(dateTime, rows.company.timezone),
        discountCode: codes[nth] ?? null,
        manualFees: null,
      },
      { loaded: rows.loaded, terms: rows.terms[nth] ?? null, usesOfClient: 0, now: app.clock.now() },
    );
    const lines = server.lines.map(presentLine);
    const discountLine = lines.find((line) => line.discountCodeId !== null) ?? null;
    if (discountLine) discounted += 1;
    const draft = newDraft();
    const browser = displayedPrice({
      ...freshState,
      defaults,
      today: asLocalDate('2030-03-01'),
      draft: {
        ...draft,
        dateTime,
        location: { ...draft.location, ...location },
        services: {
          ...draft.services,
          newServices: { ...draft.services.newServices, services: chosen as never },
        },
      },
      // Only the server knows the value of a code: the browser gets its line as it crosses the wire.
      discount: {
        line: discountLine && (JSON.parse(JSON.stringify(discountLine)) as typeof discountLine),
        problem: null,
      },
    });
    const cents = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0);
    const shown = lines.flatMap((line) =>
      [line.pretax_amount, line.tax_amount].map((one) => Math.round(one * 100)),
    );
    const same: [unknown, unknown][] = [
      [browser.lines.map(wireFee), lines.map((line) => wireFee(line as never))],
      [browser.totals, server.totals],
      [server.totals.total_cents, Math.max(0, cents(shown))],
      ...server.lines.flatMap((line, n): [unknown, unknown][] => [
        [cents(presentParts(line).map((part) => Math.round(part.amount * 100))), line.pretax_cents],
        [cents((browser.lines[n]?.parts ?? []).map((part) => part.amount_cents)), line.pretax_cents],
      ]),
    ];
    const wrong = same.find(([one, other]) => JSON.stringify(one) !== JSON.stringify(other));
    if (wrong) expect({ cart: i, value: wrong[0] }).toEqual({ cart: i, value: wrong[1] });
  }
  expect(discounted).toBeGreaterThan(randomCases(1000));
}, 60_000);
