import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { updateAppointment } from '#features/appointments/booking-contract.ts';
import { getAppointment } from '#features/appointments/contract.ts';
import { listAppointments } from '#features/appointments/list-contract.ts';
import { changeLimits } from '#features/availability/limits-contract.ts';
import { createService } from '#features/services/editor-contract.ts';
import { startMapsSimulator } from '#simulators/maps/maps-simulator.ts';
import { startRoutingSimulator } from '#simulators/maps/routing-simulator.ts';
import { startTestApp } from '#testing/test-app.ts';
import { getQuote, holdPublicSlot, listPublicSlots, submitBooking } from '../contract.ts';
import { locateProperty, suggestAddresses } from '../places-contract.ts';
import { asNewVisitor, type BookableCompany, bookableCompany } from '../public-booking-for-tests.ts';

const sim = await startMapsSimulator({ key: 'unused' });
const roads = await startRoutingSimulator({ secondsPerKm: 180 });
afterAll(async () => {
  await sim.stop();
  await roads.stop();
});
afterEach(() => {
  sim.faults.clear();
  sim.forget();
  roads.forget();
});
const app = await startTestApp({
  at: '2030-03-01T14:00:00Z',
  env: { GEOCODER_API_BASE: sim.url, ROUTING_API_BASE: roads.url },
});
let company: BookableCompany;
beforeEach(async () => {
  company = await bookableCompany(app);
});

const congress = { address: '1100 Congress Avenue', city: 'Austin', state: 'TX', zip_code: '78701' };
const capitol = { lat: 30.2747, lng: -97.7404 };
const facts = { square_feet: '2400', year_built: '1990', foundation: '3' };
const suggest = async (text: string, at = company) =>
  app.visitor.call(suggestAddresses, { requestId: at.requestId, text }, asNewVisitor());
const locate = async (location: object) =>
  app.visitor.call(locateProperty, { requestId: company.requestId, location }, asNewVisitor());
const book = (location: object, more: object = {}) =>
  app.visitor.request(
    submitBooking,
    company.form({ location: { ...facts, ...location }, ...more }),
    asNewVisitor(),
  );
async function booked() {
  const { pageData } = await company.owner.call(listAppointments, { tab: 'all' });
  const all = await Promise.all(
    pageData.map((row) => company.owner.call(getAppointment, { inspection_id: row.id })),
  );
  return all.filter((one) => one.projection === 'full');
}

describe('suggestions for visitors', () => {
  test('have the fields of the form and a place, with what the provider requires', async () => {
    const { suggestions, attribution } = await suggest('1100 Congress Avenue');
    expect(attribution).toBe('© OpenStreetMap contributors');
    expect(suggestions[0]).toEqual({ ...congress, place: expect.any(String) });
    expect(await suggest('11')).toEqual({ suggestions: [], attribution: '' });
  });

  test('never include addresses of other appointments', async () => {
    await book({ ...congress, address: '7 Hidden Hollow' });
    expect(JSON.stringify(await suggest('hidden hol'))).not.toContain('Hidden');
  });

  test('come from the offline search while the provider does not respond', async () => {
    sim.faults.add({ action: { kind: 'status', code: 500 }, times: 9 });
    const { suggestions } = await suggest('1100 Congress Ave, Austin, TX 78701');
    expect(suggestions[0]).toMatchObject({ city: 'Austin', state: 'TX', zip_code: '78701' });
  });

  test('are limited for one address and for one company', async () => {
    const from = asNewVisitor();
    const input = { requestId: company.requestId, text: '11' };
    let last = 0;
    for (let n = 0; n < 151; n += 1) last = (await app.visitor.request(suggestAddresses, input, from)).status;
    expect(last).toBe(429);
    const count = await app.runtime.db
      .selectFrom('rate_limits')
      .where('bucket', 'like', `GET /v2/public/companies/{requestId}/addresses:${company.owner.subscriberId}`)
      .select('hits')
      .executeTakeFirst();
    expect(count?.hits).toBe(150);
    await app.runtime.db
      .updateTable('rate_limits')
      .set({ hits: 3000 })
      .where('bucket', 'like', `%addresses:${company.owner.subscriberId}`)
      .execute();
    expect((await app.visitor.request(suggestAddresses, input, asNewVisitor())).status).toBe(429);
    const other = await bookableCompany(app);
    expect((await suggest('11', other)).suggestions).toEqual([]);
  });
});

describe('the position of a booked property', () => {
  test('is that of the chosen suggestion, as the office stores it', async () => {
    const [chosen] = (await suggest('1100 Congress Avenue')).suggestions;
    expect((await book(chosen ?? {})).status).toBe(200);
    expect(await booked()).toMatchObject([
      { ...congress, address_lat_long: capitol, location_precision: 'rooftop' },
    ]);
  });

  test('is found for a typed address as soon as it is complete, and stays with its spelling', async () => {
    const typed = { ...congress, address: '1100 Congress Ave' };
    const { place } = await locate(typed);
    expect((await book({ ...typed, address: '1100 congress avenue', place })).status).toBe(200);
    expect(await booked()).toMatchObject([{ address_lat_long: capitol }]);
  });

  test('is found after the booking if the page did not know it', async () => {
    expect((await book(congress)).status).toBe(200);
    expect((await booked())[0]?.address_lat_long).toBeNull();
    await app.runDueJobs();
    expect(await booked()).toMatchObject([{ address_lat_long: capitol, location_precision: 'rooftop' }]);
  });

  test('is an estimate by ZIP code while the provider does not respond', async () => {
    sim.faults.add({ action: { kind: 'status', code: 500 }, times: 9 });
    expect((await book(congress)).status).toBe(200);
    await app.runDueJobs();
    expect(await booked()).toMatchObject([{ location_precision: 'zip_estimate' }]);
  });

  test('is not that of another address that the office has entered since', async () => {
    await book(congress);
    const [before] = await booked();
    await company.owner.call(updateAppointment, {
      id: before?.id ?? '',
      address: '5 Elsewhere Rd',
      zip_code: '80301',
    });
    await app.runDueJobs();
    const [row] = await booked();
    expect(row?.address_lat_long).not.toEqual(capitol);
  });

  test.each([
    ['another address', (place: string) => ({ ...congress, address: '9 Other St', place })],
    ['another ZIP code', (place: string) => ({ ...congress, zip_code: '78702', place })],
    ['changed coordinates', (place: string) => ({ ...congress, place: moved(place) })],
    ['a made-up text', () => ({ ...congress, place: 'e30.AAAA' })],
  ])('is not taken from a place with %s', async (_, location) => {
    const { place } = await locate(congress);
    expect((await book(location(place))).status).toBe(200);
    expect((await booked())[0]?.address_lat_long).toBeNull();
  });

  test('is not taken from a place that another company signed', async () => {
    const { place } = await locate(congress);
    company = await bookableCompany(app);
    expect((await book({ ...congress, place })).status).toBe(200);
    expect((await booked())[0]?.address_lat_long).toBeNull();
  });

  test('can’t be sent', async () => {
    const refused = await book({ ...congress, lat: 1, lng: 2 });
    expect(refused.error?.type).toBe('BAD_USER_INPUT');
    expect(JSON.stringify(refused.error?.details)).toContain('lat');
    expect(await booked()).toEqual([]);
  });
});

/** The place with its coordinates changed and the old signature. */
function moved(place: string): string {
  const [payload = '', signature = ''] = place.split('.');
  const text = Buffer.from(payload, 'base64url').toString('utf8').replace('30.2747', '40.2747');
  return `${Buffer.from(text).toString('base64url')}.${signature}`;
}

describe('an address outside the service areas', () => {
  beforeEach(async () => {
    await company.set({ service_areas: true });
    await company.owner.call(changeLimits, { id: company.owner.id, areas: ['78701-78799'] });
  });
  const boulder = { address: '12 Main St', city: 'Boulder', state: 'CO', zip_code: '80301' };

  test('is named as soon as its ZIP code is known, without asking a provider', async () => {
    expect(await locate({ zip_code: '80301' })).toEqual({ place: '', is_served: false });
    expect(await locate(boulder)).toEqual({ place: '', is_served: false });
    expect(sim.requests()).toEqual([]);
    expect((await locate(congress)).is_served).toBe(true);
    expect((await locate({ address: '12 Main St' })).is_served).toBe(true);
  });

  test('can’t be booked: its field says why, and nothing is stored', async () => {
    const { error } = await book(boulder);
    expect(error?.details).toEqual({ 'location.address': 'This address is outside the service area' });
    expect(await booked()).toEqual([]);
  });

  test('can be requested, because the office decides', async () => {
    expect((await book(boulder, { mode: 'request', date_time: '2030-03-09T12:00' })).status).toBe(200);
  });
});

test('the quote has the travel fee of the address, and the booking the same price', async () => {
  const { owner, requestId } = company;
  const { id: service } = await owner.call(createService, {
    ...{ name: 'Inspection', base_cost: 400, base_duration: 2 },
    modifiers: [{ when: 4, greater_than: 78700, less_than_or_equal: 78799, add_fee: 45, add_hours: 0 }],
  });
  const quote = async (zip_code: string) => {
    const input = { requestId, location: { ...facts, zip_code }, services: [{ id: service }] };
    return (await app.visitor.call(getQuote, input, asNewVisitor())).price;
  };
  const near = await quote('80301');
  const far = await quote('78701');
  expect([near?.total, far?.total]).toEqual([400, 445]);
  expect(far?.lines[0]?.details).toContain('45');
  await book(congress, { services: [{ id: service }] });
  expect(await booked()).toMatchObject([{ total_fee: 445 }]);
});

test('ways of a located property are measured in the background for road-aware companies only', async () => {
  await locate(congress);
  await app.runDueJobs();
  expect(roads.requests()).toEqual([]);
  await company.set({ road_aware_slots: true });
  await company.owner.call(changeLimits, {
    id: company.owner.id,
    home: { address: '1 Main St', lat: 30.4, lng: -97.74 },
  });
  const { place } = await locate(congress);
  expect(roads.requests()).toEqual([]);
  await app.runDueJobs();
  expect(roads.requests()).toHaveLength(2);
  await locate({ ...congress, place });
  await app.runDueJobs();
  expect(roads.requests()).toHaveLength(2);
});

test('a long place, and one of a wrong form, is refused by name or ignored', async () => {
  const long = await app.visitor.request(locateProperty, {
    requestId: company.requestId,
    location: { place: 'x'.repeat(10_000) },
  });
  expect(long.error?.details).toEqual({ 'location.place': 'At most 2000 characters' });
  const days = { fromDate: '2030-03-08', toDate: '2030-03-08', services: company.service };
  const query = { requestId: company.requestId, ...days, zip: '80301', place: '{}.{}' };
  expect((await app.visitor.request(listPublicSlots, query, asNewVisitor())).status).toBe(200);
  const hold = { requestId: company.requestId, services: [{ id: company.service }] };
  const held = { ...hold, date_time: '2030-03-08T09:00', location: { ...congress, place: '.' } };
  expect((await app.visitor.request(holdPublicSlot, held, asNewVisitor())).status).toBe(200);
});
