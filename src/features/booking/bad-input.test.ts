import { beforeAll, describe, expect, test } from 'vitest';
import { type Appointment, getAppointment } from '#features/appointments/contract.ts';
import { listAppointments } from '#features/appointments/list-contract.ts';
import { createService, updateService } from '#features/services/editor-contract.ts';
import { callInProcess } from '#server/call-in-process.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { Route } from '#wire/route.ts';
import * as confirmations from './confirmation-contract.ts';
import * as contract from './contract.ts';
import * as places from './places-contract.ts';
import {
  asNewVisitor,
  type BookableCompany,
  bookableCompany,
  john,
  location,
} from './public-booking-for-tests.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
let company: BookableCompany;
beforeAll(async () => {
  company = await bookableCompany(app);
});

const routes = (Object.values({ ...contract, ...places, ...confirmations }) as Partial<Route>[]).filter(
  (one): one is Route => one.path?.startsWith('/v2/public/companies/{requestId}') === true,
);
const nameOf = (route: Route) => `${route.method} ${route.path}`;
const noId = '00000000-0000-7000-8000-000000000001';

/** An input that each route accepts. */
function inputOf(route: Route): Record<string, unknown> {
  const { requestId, service } = company;
  const selection = { requestId, location, services: [{ id: service }] };
  const inputs: Record<string, object> = {
    [nameOf(contract.listPublicSlots)]: { requestId, fromDate: '2030-03-08', toDate: '2030-03-09' },
    [nameOf(contract.getQuote)]: selection,
    [nameOf(contract.holdPublicSlot)]: { ...selection, date_time: '2030-03-08T09:00' },
    [nameOf(contract.submitBooking)]: company.form(),
    [nameOf(contract.checkVisitor)]: { requestId, submission_key: noId, token: 'x' },
    [nameOf(places.suggestAddresses)]: { requestId, text: '12 Main St' },
    [nameOf(places.locateProperty)]: { requestId, location: { zip_code: '80301' } },
  };
  const ids = { technicianId: noId, holdId: noId, token: 'x'.repeat(24) };
  return { requestId, ...ids, ...inputs[nameOf(route)] };
}

/** The input without the parameters of other paths, which are unknown to the route. */
function validInput(route: Route): Record<string, unknown> {
  const input = inputOf(route);
  for (const name of ['technicianId', 'holdId']) if (!route.path.includes(`{${name}}`)) delete input[name];
  if (!/token/.test(route.path) && route !== contract.checkVisitor) delete input.token;
  return input;
}

const call = (route: Route, more: object) =>
  callInProcess(app.app, route, null, { ...validInput(route), ...more }, asNewVisitor());

async function isNothingStored() {
  const { pageInfo } = await company.owner.call(listAppointments, { tab: 'all' });
  const counts = await app.readAs(company.owner.subscriberId, async (ctx) =>
    Promise.all(
      (['online_bookings', 'technician_bookings'] as const).map(async (table) => {
        const rows = await ctx.db
          .selectFrom(table)
          .where('subscriber_id', '=', ctx.subscriberId)
          .select('id')
          .execute();
        return rows.length;
      }),
    ),
  );
  return pageInfo.total === 0 && counts.every((count) => count === 0);
}

describe.each(routes.map((route) => [nameOf(route), route] as const))('%s', (_name, route) => {
  test.each(['price', 'total', 'rights', 'confirm_inspection', 'subscriberId', 'duration', 'Price'])(
    'refuses %s by name',
    async (key) => {
      const { status, error } = await call(route, { [key]: key === 'rights' ? { pay: true } : '1' });
      expect([status, error]).toEqual([
        400,
        { type: 'BAD_USER_INPUT', message: 'Unknown field', details: { [key]: 'Unknown field' } },
      ]);
      expect(await isNothingStored()).toBe(true);
    },
  );

  test.runIf(route.method === 'POST').each([
    ['text', 'text/plain', 'hello', 400],
    ['a form of a page', 'application/x-www-form-urlencoded', 'mode=schedule', 400],
    ['no object', 'application/json', '["a"]', 400],
    ['JSON that ends early', 'application/json', '{"mode":', 400],
    ['a body of 3 MB', 'application/json', JSON.stringify({ message: 'x'.repeat(3_000_000) }), 413],
  ])('refuses %s with a sentence', async (_what, type, payload, status) => {
    const url = `/api${route.path.replace('{requestId}', company.requestId).replace('{token}', 'x'.repeat(24))}`;
    const { ip } = asNewVisitor();
    const headers = { 'content-type': type };
    const answer = await app.app.inject({ method: 'POST', url, headers, payload, remoteAddress: ip });
    const { error } = answer.json<{ error: { message: string } }>();
    expect([answer.statusCode, /^[A-Z]/.test(error.message)]).toEqual([status, true]);
    expect(await isNothingStored()).toBe(true);
  });

  test('answers an unknown company and a suspended one alike', async () => {
    const other = await bookableCompany(app);
    await app.writeAs(other.owner.subscriberId, (ctx) =>
      ctx.db
        .updateTable('companies')
        .set({ status: 0 })
        .where('subscriber_id', '=', ctx.subscriberId)
        .execute(),
    );
    const answers = await Promise.all(
      [other.requestId, 'no-such-company'].map((requestId) => call(route, { requestId })),
    );
    expect(answers.map(({ status, error }) => [status, error])).toEqual([
      [404, { type: 'NOT_FOUND', message: 'This link does not work', details: null }],
      [404, { type: 'NOT_FOUND', message: 'This link does not work', details: null }],
    ]);
  });
});

const person = (more: object) => ({ people: { role: 'client', client: { ...john, ...more } } });
const place = (more: object) => ({ location: { ...location, ...more } });

test.each<[string, object, string, string]>([
  ['a past time', { date_time: '2030-02-28T09:00' }, 'date_time', 'Date & Time needs to be future date'],
  [
    'a past time of another zone',
    { date_time: '2030-03-01T23:00+09:00' },
    'date_time',
    'Date & Time needs to be future date',
  ],
  ['a time that does not exist', { date_time: '2030-02-30T09:00' }, 'date_time', 'Date needs to be valid'],
  ['a date without a time', { date_time: '2030-03-08' }, 'date_time', 'Date needs to be valid'],
  ['a message of 10,000 characters', { message: 'x'.repeat(10_000) }, 'message', 'At most 2000 characters'],
  [
    'a name of signs',
    person({ first_name: '😀👍' }),
    'people.client.first_name',
    'Enter a name with letters',
  ],
  [
    'a name of 81 characters',
    person({ last_name: 'x'.repeat(81) }),
    'people.client.last_name',
    'At most 80 characters',
  ],
  ['an email without a place', person({ email: 'john@' }), 'people.client.email', 'Email is not valid'],
  ['a price in a service', { services: [{ id: noId, price: 1 }] }, 'services.0.price', 'Unknown field'],
  [
    'a service of another company',
    { services: [{ id: noId }] },
    'services.0.id',
    'This service is not available',
  ],
  ['another technician', { technician_id: noId }, 'technician_id', 'This person is not available'],
  ['terms that are not accepted', { accept_terms: false }, 'accept_terms', 'Please accept the terms'],
  ['a code that does not exist', { discount_code: 'NEVER' }, 'discount_code', 'Discount code is not valid'],
  ['a made-up key', { submission_key: 'x' }, 'submission_key', 'Not a valid ID'],
])('a booking with %s is refused below its field', async (_what, more, field, message) => {
  const { status, error } = await call(contract.submitBooking, more);
  expect([status, error?.details]).toEqual([400, { [field]: message }]);
  expect(await isNothingStored()).toBe(true);
});

const size = 'Enter the square feet as a number above 0';
const year = 'Enter the year built as four digits, not in the future';
const state = 'Enter the state by its name or code, such as TX';
const street = 'Please enter the street and number';
test.each([
  ['square_feet', 'large', size],
  ['square_feet', '-5', size],
  ['square_feet', '0', size],
  ['square_feet', '1e9', size],
  ['square_feet', '10000001', size],
  ['square_feet', '9'.repeat(10_000), 'At most 20 characters'],
  ['year_built', '3026', year],
  ['year_built', '1499', year],
  ['year_built', '1990.5', year],
  ['year_built', 'old', year],
  ['year_built', '1'.repeat(10_000), 'At most 20 characters'],
  ['foundation', '4', 'Foundation is not valid'],
  ['address', '🏠🏠', street],
  ['address', 'x'.repeat(10_000), 'At most 200 characters'],
  ['city', 'x'.repeat(10_000), 'At most 120 characters'],
  ['state', 'x'.repeat(10_000), 'At most 60 characters'],
  ['state', 'Atlantis', state],
  ['zip_code', '8030', 'Zip code must have 5 digits'],
  ['zip_code', '8'.repeat(10_000), 'At most 12 characters'],
  ['place', 'x'.repeat(10_000), 'At most 2000 characters'],
  ['country', 'XX', 'Unknown field'],
  ['lat', '30.27', 'Unknown field'],
])('a property whose %s is %.20j is refused below its field', async (field, value, message) => {
  for (const mode of ['schedule', 'request']) {
    const more = { mode, ...place({ [field]: value }) };
    const { status, error } = await call(contract.submitBooking, more);
    expect([status, error?.details]).toEqual([400, { [`location.${field}`]: message }]);
  }
  expect(await isNothingStored()).toBe(true);
});

test.each([
  ['2030-02-28T09:00', 'Date & Time needs to be future date'],
  ['2030-03-01T23:00+09:00', 'Date & Time needs to be future date'],
  ['soon', 'Date needs to be valid'],
  ['', 'Date & time are required'],
])('a hold of %j is refused below its field', async (date_time, message) => {
  const { status, error } = await call(contract.holdPublicSlot, { date_time });
  expect([status, error?.details]).toEqual([400, { date_time: message }]);
});

test('a price for a time that is none is refused', async () => {
  const { error } = await call(contract.getQuote, { date_time: 'soon' });
  expect(error?.details).toEqual({ date_time: 'Date needs to be valid' });
});

test('a time of another zone is the same instant, and one that is not offered is refused with free times', async () => {
  const other = '2030-03-08T09:00+09:00';
  for (const route of [contract.holdPublicSlot, contract.submitBooking]) {
    const { status, error } = await call(route, { date_time: other });
    expect([status, error?.message]).toEqual([409, 'This time slot is no longer available']);
    expect(error?.details?.next).toEqual(expect.arrayContaining([expect.stringMatching(/^2030-03/)]));
  }
  expect(await isNothingStored()).toBe(true);
  const booked = await call(contract.submitBooking, { date_time: '2030-03-08T23:00+09:00' });
  expect(booked.data).toMatchObject({ at: '2030-03-08T09:00:00-05:00' });
  const [row] = (await company.owner.call(listAppointments, { tab: 'all' })).pageData;
  const made = (await company.owner.call(getAppointment, { inspection_id: row?.id ?? '' })) as Appointment;
  expect(made.date_time).toBe('2030-03-08T09:00:00-05:00');
});

test('refuses a service or scheduling that was switched off in between, and does not book the held time', async () => {
  const { id } = await company.owner.call(createService, {
    ...{ name: 'Radon test', base_cost: 90, base_duration: 1 },
  });
  const services = [{ id }];
  const at = { date_time: '2030-03-12T09:00', services };
  const hold = await call(contract.holdPublicSlot, at);
  expect(hold.status).toBe(200);
  const { holdId: hold_id } = hold.data as { holdId: string };
  await company.owner.call(updateService, { id, status: 0 } as never);
  const off = await call(contract.submitBooking, { ...at, hold_id });
  expect(off.error?.details).toEqual({ 'services.0.id': 'This service is not available' });
  await company.set({ enable_online_scheduling: false });
  const closed = await call(contract.submitBooking, { date_time: '2030-03-12T09:00' });
  expect(closed.error?.details).toEqual({ mode: 'Online scheduling is off. Please send a request instead.' });
  const { pageInfo } = await company.owner.call(listAppointments, { tab: 'all' });
  expect(pageInfo.total).toBe(1);
});
