import { beforeEach, describe, expect, test } from 'vitest';
import { updateAppointment } from '#features/appointments/booking-contract.ts';
import { cancelAppointment, getAppointment } from '#features/appointments/contract.ts';
import { listAppointments } from '#features/appointments/list-contract.ts';
import { addOverrides } from '#features/availability/contract.ts';
import { changeLimits } from '#features/availability/limits-contract.ts';
import { getSettings } from '#features/company/settings-contract.ts';
import { updateProfile } from '#features/people/profile-contract.ts';
import { startTestApp } from '#testing/test-app.ts';
import { tinyPng } from '#testing/tiny-png.ts';
import {
  getBookingPage,
  getQuote,
  holdPublicSlot,
  listPublicSlots,
  releasePublicSlot,
  submitBooking,
} from './contract.ts';
import {
  asNewVisitor,
  type BookableCompany,
  bookableCompany,
  location,
  onlyStartsAt,
  pageOf,
} from './public-booking-for-tests.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
let company: BookableCompany;
beforeEach(async () => {
  company = await bookableCompany(app);
});
const nine = '2030-03-08T09:00:00-05:00';
const slots = (more: object = {}) =>
  app.visitor.call(listPublicSlots, {
    requestId: company.requestId,
    fromDate: '2030-03-08',
    toDate: '2030-03-08',
    services: company.service,
    ...more,
  });

describe('the page of a company', () => {
  test('shows services that visitors may book, the policy, and prices unless they are hidden', async () => {
    await company.set({ cancellation_hours: 24, cancellation_fee: 50, cancellation_fee_type: 1 });
    const page = await pageOf(app, company.requestId);
    expect(page).toMatchObject({
      is_scheduling_on: true,
      facts: { square_feet: true, year_built: true, foundation: true },
      cancellation: { hours: 24, fee_type: 1, fee: 50, trip: 0 },
      today: '2030-03-01',
    });
    expect(page.services[0]?.price).toBeGreaterThan(0);
    await company.set({ show_client_pricing_details: false });
    const hidden = await pageOf(app, company.requestId);
    expect(hidden.services.flatMap((one) => [one.price, ...one.add_ons.map((each) => each.price)])).toSatisfy(
      (prices: unknown[]) => prices.every((price) => price === null),
    );
  });

  test('of an unknown or suspended company is NOT_FOUND, with the same answer', async () => {
    const unknown = await app.visitor.request(getBookingPage, { requestId: 'no-such-company' });
    await app.create.deactivate('company', company.owner.id);
    const suspended = await app.visitor.request(getBookingPage, { requestId: company.requestId });
    expect([unknown.status, unknown.error]).toEqual([404, suspended.error]);
  });

  test('is reached by the public name as well', async () => {
    const { public_slug } = await company.owner.call(getSettings, {
      subscriberId: company.owner.subscriberId,
    });
    expect((await pageOf(app, public_slug)).request_id).toBe(company.requestId);
  });
});

describe('the price', () => {
  const quote = (more: object = {}) =>
    app.visitor.call(getQuote, {
      requestId: company.requestId,
      location,
      services: [{ id: company.service }],
      ...more,
    });

  test('is explained line by line, and hidden together with its notes where the company hides prices', async () => {
    const { price, duration } = await quote();
    expect([price?.total, duration]).toEqual([600, 3.75]);
    expect(price?.lines[0]?.details).toContain('Square Feet');
    expect((await quote({ location: {} })).notes.length).toBeGreaterThan(0);
    await company.set({ show_client_pricing_details: false });
    expect(await quote({ location: {} })).toMatchObject({ price: null, notes: [] });
  });

  test('says why a discount code does not apply', async () => {
    expect((await quote({ discount_code: 'NOPE' })).discount_problem).toBe('Discount code is not valid');
  });
});

describe('free times for visitors', () => {
  test('list the technicians only where visitors may choose, without their email', async () => {
    const { technicians, days } = await slots();
    expect(technicians).toEqual([{ id: company.owner.id, name: 'Olive Owner', picture: null }]);
    expect(days[0]?.starts[0]).toEqual({ at: '2030-03-08T08:00:00-05:00', technicians: [0] });
    await company.set({ allow_choice_of_technicians: false });
    const plain = await slots();
    expect([plain.technicians, plain.days[0]?.starts[0]?.technicians]).toEqual([[], []]);
  });

  test('show the picture of a technician at its address, and not where visitors may not choose', async () => {
    await company.set({ allow_choice_of_technicians: true });
    const profile_pic = new File([tinyPng], 'me.png', { type: 'image/png' });
    await company.owner.call(updateProfile, { profile_pic } as never);
    const url = (await slots()).technicians[0]?.picture ?? '';
    const shown = await app.app.inject({ method: 'GET', url });
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg']);
    await company.set({ allow_choice_of_technicians: false });
    expect((await app.app.inject({ method: 'GET', url })).statusCode).toBe(404);
  });

  test('name the next free day, the service area or a full calendar instead of an empty list', async () => {
    await onlyStartsAt(app, company.owner, [900], [1]);
    expect(await slots()).toMatchObject({ days: [], next_day: '2030-03-11', reason: null });
    await company.set({ service_areas: true });
    await company.owner.call(changeLimits, { id: company.owner.id, areas: ['78701'] });
    expect(await slots({ zip: '80301' })).toMatchObject({ days: [], next_day: null, reason: 'area' });
    await company.owner.call(addOverrides, {
      ...{ team_ids: [company.owner.id], kind: 'off' },
      ...{ date_from: '2030-03-01', date_to: '2030-12-31' },
    } as never);
    expect(await slots({ zip: '78701' })).toMatchObject({ days: [], next_day: null, reason: 'full' });
  });

  test('end at the horizon', async () => {
    await company.set({ max_days_ahead: 10 });
    expect(await company.starts('2030-03-11')).not.toEqual([]);
    expect(await company.starts('2030-03-12')).toEqual([]);
  });

  test('that were freed by moving or canceling are offered again (B3)', async () => {
    await app.visitor.call(submitBooking, company.form(), asNewVisitor());
    expect(await company.starts('2030-03-08')).not.toContain(nine);
    const [row] = (await company.owner.call(listAppointments, { tab: 'all' })).pageData;
    const id = row?.id ?? '';
    await company.owner.call(updateAppointment, { id, date_time: '2030-03-12T09:00' });
    expect(await company.starts('2030-03-08')).toContain(nine);
    expect(await company.starts('2030-03-12')).not.toContain('2030-03-12T09:00:00-04:00');
    await company.owner.call(cancelAppointment, { id, reason: 'Moved away' });
    expect(await company.starts('2030-03-12')).toContain('2030-03-12T09:00:00-04:00');
    expect(await company.owner.call(getAppointment, { inspection_id: id })).toMatchObject({
      status: 'canceled',
    });
  });
});

describe('zones and clock changes', () => {
  const everyHalfHour = Array.from({ length: 48 }, (_, i) => Math.floor(i / 2) * 100 + (i % 2) * 30);
  const allDays = [0, 1, 2, 3, 4, 5, 6];

  test.each([
    ['2027-03-13T15:00:00Z', '2027-03-14', '2027-03-14T11:00:00-04:00', '2027-03-15'],
    ['2027-11-06T14:00:00Z', '2027-11-07', '2027-11-07T09:00:00-05:00', '2027-11-08'],
  ])('24 hours of notice from %s end in elapsed time (B5)', async (now, sunday, first, monday) => {
    const at = await startTestApp({ at: now });
    const made = await bookableCompany(at, { dont_allow_scheduling_within: 24 });
    await onlyStartsAt(at, made.owner, everyHalfHour, allDays);
    expect((await made.starts(sunday))[0]).toBe(first);
    expect((await made.starts(monday))[0]).toContain('T00:00:00');
  });

  test.each([
    ['Australia/Adelaide', '2027-04-05', '2027-04-04T23:30:00.000Z'],
    ['America/St_Johns', '2027-06-07', '2027-06-07T11:30:00.000Z'],
  ])('a company in %s starts at its own half hour (B6)', async (zone, monday, instant) => {
    const at = await startTestApp({ at: '2027-03-30T12:00:00Z' });
    const made = await bookableCompany(at, {}, zone);
    await onlyStartsAt(at, made.owner, [900], [1]);
    const starts = await made.starts(monday);
    expect(starts.map((one) => new Date(one).toISOString())).toEqual([instant]);
    expect(starts[0]).toContain('T09:00:00');
  });

  test('a start at 23:00 is on its own day and is booked as such (B10)', async () => {
    const at = await startTestApp({ at: '2027-05-01T12:00:00Z' });
    const made = await bookableCompany(at);
    await onlyStartsAt(at, made.owner, [], []);
    await made.owner.call(addOverrides, {
      ...{ team_ids: [made.owner.id], kind: 'extra', date_from: '2027-05-14', start_time: 2300 },
    } as never);
    expect(await made.starts('2027-05-14')).toEqual(['2027-05-14T23:00:00-04:00']);
    expect(await made.starts('2027-05-15')).toEqual([]);
    const form = made.form({ date_time: '2027-05-14T23:00:00-04:00' });
    const { at: booked } = await at.visitor.call(submitBooking, form);
    expect(new Date(booked).toISOString()).toBe('2027-05-15T03:00:00.000Z');
    const [row] = (await made.owner.call(listAppointments, { tab: 'all' })).pageData;
    expect(new Date(row?.date_time ?? '').toISOString()).toBe('2027-05-15T03:00:00.000Z');
  });
});

describe('a hold (B7)', () => {
  const hold = (more: object = {}) =>
    app.visitor.request(
      holdPublicSlot,
      {
        requestId: company.requestId,
        location,
        services: [{ id: company.service }],
        date_time: nine,
        ...more,
      },
      asNewVisitor(),
    );

  test('hides its time from others and not from its visitor, who can hold it again', async () => {
    const own = await company.hold(nine);
    expect(await company.starts('2030-03-08')).not.toContain(nine);
    expect(await company.starts('2030-03-08', { holdId: own })).toContain(nine);
    expect((await hold()).error).toMatchObject({ type: 'CONFLICT' });
    const again = await company.hold(nine, { replaces: own });
    expect(await company.starts('2030-03-08', { holdId: again })).toContain(nine);
    expect(await company.starts('2030-03-08', { holdId: own })).not.toContain(nine);
  });

  test('of twenty at the same time one is granted', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => hold()));
    expect(answers.map((one) => one.status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    const details = answers.find((one) => one.status === 409)?.error?.details;
    const [next = ''] = (details?.next ?? []) as string[];
    expect(await company.starts(next.slice(0, 10))).toContain(next);
  });

  test('is released by its visitor or by time', async () => {
    const holdId = await company.hold(nine);
    await app.visitor.call(releasePublicSlot, { requestId: company.requestId, holdId });
    expect(await company.starts('2030-03-08')).toContain(nine);
    await company.hold(nine);
    await app.advanceTime('11 minutes');
    expect(await company.starts('2030-03-08')).toContain(nine);
  });

  test('is not needed to book, and an expired one does not prevent it', async () => {
    const hold_id = await company.hold(nine);
    await app.advanceTime('11 minutes');
    const answer = await app.visitor.call(submitBooking, company.form({ hold_id }), asNewVisitor());
    expect(answer.at).toBe(nine);
  });

  test('that is replaced at another time frees the first', async () => {
    const replaces = await company.hold(nine);
    await company.hold('2030-03-08T14:00', { replaces });
    expect(await company.starts('2030-03-08')).toContain(nine);
  });
});
