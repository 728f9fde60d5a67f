// What visitors get from a company that can't be booked at the moment, and what its office may still do.
import { beforeEach, describe, expect, test } from 'vitest';
import { addHours, asInstant } from '#domain/base/time.ts';
import { bookAppointment, getDefaults } from '#features/appointments/booking-contract.ts';
import { goodPayload } from '#features/appointments/booking-for-tests.ts';
import { cancelAppointment, confirmAppointment } from '#features/appointments/contract.ts';
import { listAppointments } from '#features/appointments/list-contract.ts';
import { addOverrides } from '#features/availability/contract.ts';
import { changeLimits } from '#features/availability/limits-contract.ts';
import { setPlan } from '#features/subscription/plan-for-tests.ts';
import { startTestApp } from '#testing/test-app.ts';
import { getQuote, holdPublicSlot, listPublicSlots, releasePublicSlot, submitBooking } from './contract.ts';
import { acceptBookingRequest, proposeTimes } from './office-contract.ts';
import {
  asNewVisitor,
  type BookableCompany,
  bookableCompany,
  location,
  onlyStartsAt,
  pageOf,
} from './public-booking-for-tests.ts';
import { longestHorizon } from './store.ts';

const start = '2030-03-01T14:00:00Z';
const app = await startTestApp({ at: start });
let company: BookableCompany;
beforeEach(async () => {
  app.clock.set(start);
  company = await bookableCompany(app);
});

const slots = (fromDate: string, toDate: string, more: object = {}) =>
  app.visitor.call(
    listPublicSlots,
    { requestId: company.requestId, fromDate, toDate, services: company.service, ...more },
    asNewVisitor(),
  );
const submit = (more: Parameters<BookableCompany['form']>[0] = {}) =>
  app.visitor.request(submitBooking, company.form(more), asNewVisitor());
const idOfFirst = async () =>
  (await company.owner.call(listAppointments, { tab: 'all' })).pageData[0]?.id ?? '';
const isOff = 'Online scheduling is off. Please send a request instead.';

describe('two weeks without a free time', () => {
  test('before the notice is over lead to the first day after it', async () => {
    await company.set({ dont_allow_scheduling_within: 500 });
    expect(await slots('2030-03-01', '2030-03-14')).toMatchObject({
      days: [],
      next_day: '2030-03-22',
      reason: null,
    });
  });

  test('after the horizon lead back to the first free day', async () => {
    await company.set({ max_days_ahead: 10 });
    expect(await slots('2030-03-20', '2030-04-02')).toMatchObject({
      days: [],
      next_day: '2030-03-01',
      reason: 'late',
    });
  });

  test('in which the company is closed lead over a year of them to the next free day', async () => {
    await company.set({ max_days_ahead: 730 });
    await company.owner.call(addOverrides, {
      ...{ team_ids: [company.owner.id], kind: 'off' },
      ...{ date_from: '2030-03-01', date_to: '2031-06-01' },
    } as never);
    expect(await slots('2030-03-01', '2030-03-14')).toMatchObject({ days: [], next_day: '2031-06-02' });
  });

  test('are searched up to the horizon of those who can be booked, not of a technician who left', async () => {
    await company.set({ max_days_ahead: 90 });
    const gone = await app.create.member(company.owner, { type: 'technician' });
    await company.owner.call(changeLimits, { id: gone.id, max_days_ahead: 730 });
    const horizon = (id: string | null) =>
      app.readAs(company.owner.subscriberId, (ctx) => longestHorizon(ctx, 90, id));
    expect([await horizon(null), await horizon(company.owner.id)]).toEqual([730, 90]);
    await app.create.deactivate('person', gone.id);
    expect(await horizon(null)).toBe(90);
  });

  test('say that no technician offers the chosen services', async () => {
    await company.set({ service_limitations: true });
    await company.owner.call(changeLimits, { id: company.owner.id, all_services: false, services: [] });
    expect(await slots('2030-03-01', '2030-03-14')).toMatchObject({ next_day: null, reason: 'services' });
  });

  test('say that nothing is free where no technician works or exists', async () => {
    await onlyStartsAt(app, company.owner, [], []);
    expect(await slots('2030-03-01', '2030-03-14')).toMatchObject({ next_day: null, reason: 'full' });
    await app.create.deactivate('person', company.owner.id);
    expect(await slots('2030-03-01', '2030-03-14')).toMatchObject({ next_day: null, reason: 'full' });
    expect((await submit()).error?.type).toBe('CONFLICT');
  });
});

test('after a company is suspended, every call is answered as for an unknown link', async () => {
  const holdId = await company.hold('2030-03-08T09:00');
  await app.create.deactivate('company', company.owner.id);
  const { requestId } = company;
  const services = [{ id: company.service }];
  const answers = [
    await submit(),
    await submit({ requestId: 'no-such-company' }),
    await app.visitor.request(listPublicSlots, {
      ...{ requestId, fromDate: '2030-03-08', toDate: '2030-03-08', services: company.service },
    }),
    await app.visitor.request(getQuote, { requestId, location, services }),
    await app.visitor.request(holdPublicSlot, {
      requestId,
      location,
      services,
      date_time: '2030-03-08T10:00',
    }),
    await app.visitor.request(releasePublicSlot, { requestId, holdId }),
  ];
  expect(answers.map((one) => one.status)).toEqual(answers.map(() => 404));
  expect(new Set(answers.map((one) => JSON.stringify(one.error))).size).toBe(1);
});

test('after scheduling is switched off, booking is refused with the reason, and a request is accepted', async () => {
  const hold_id = await company.hold('2030-03-08T09:00');
  await company.set({ enable_online_scheduling: false });
  expect((await submit({ hold_id })).error).toMatchObject({ message: isOff, details: { mode: isOff } });
  expect((await submit({ mode: 'request' })).status).toBe(200);
});

describe('a plan of two appointments', () => {
  beforeEach(async () => {
    await setPlan(app, company.owner.subscriberId, { maxAppointments: 2 });
  });

  const internal = async (day: number) =>
    company.owner.request(
      bookAppointment,
      await goodPayload(company.owner, { date_time: `2030-04-0${day}T09:00`, order_id: `PLAN-${day}` }),
    );
  const isReached = async () => (await company.owner.call(getDefaults, {})).isLimitReached;

  test('stops the office at the third, and not clients', async () => {
    await internal(1);
    expect(await isReached()).toBe(false);
    await internal(2);
    expect(await isReached()).toBe(true);
    const third = await internal(3);
    expect([third.status, third.error]).toEqual([
      402,
      {
        type: 'LIMIT_REACHED',
        message: 'You have reached the limit of your plan',
        details: { limit: 2, used: 2 },
      },
    ]);
    expect((await submit()).status).toBe(200);
  });

  test('has a place again if a request was canceled before it was confirmed', async () => {
    await submit({ mode: 'request' });
    await internal(1);
    expect(await isReached()).toBe(true);
    const list = await company.owner.call(listAppointments, { tab: 'requested' });
    await company.owner.call(cancelAppointment, { id: list.pageData[0]?.id ?? '', reason: 'Too far' });
    expect(await isReached()).toBe(false);
  });

  test('of two bookings of the office at the same time accepts the last place once', async () => {
    await internal(1);
    const answers = await Promise.all([internal(2), internal(3)]);
    expect(answers.map((one) => one.status).sort()).toEqual([200, 402]);
  });

  test('takes five more of clients, then only requests, which wait for a larger plan', async () => {
    await company.set({ require_confirmation: false });
    for (const day of [11, 12, 13, 14, 15, 18])
      expect((await submit({ date_time: `2030-03-${day}T09:00` })).status).toBe(200);
    await submit({ mode: 'request', date_time: '2030-03-19T09:00' });
    const [last] = (await company.owner.call(listAppointments, { tab: 'requested' })).pageData;
    expect((await company.owner.request(confirmAppointment, { id: last?.id ?? '' })).status).toBe(200);
    expect((await pageOf(app, company.requestId)).is_scheduling_on).toBe(false);
    expect((await submit({ date_time: '2030-03-20T09:00' })).error?.details).toEqual({ mode: isOff });
    const hold = { requestId: company.requestId, location, services: [{ id: company.service }] };
    const held = await app.visitor.request(holdPublicSlot, { ...hold, date_time: '2030-03-20T09:00' });
    expect(held.error?.details).toEqual({ mode: isOff });
    expect((await submit({ mode: 'request', date_time: '2030-03-21T09:00' })).status).toBe(200);
    const list = await company.owner.call(listAppointments, { tab: 'requested' });
    const id = list.pageData[0]?.id ?? '';
    const time = { date_time: '2030-03-22T09:00', technician_id: company.owner.id };
    const refused = [
      await company.owner.request(confirmAppointment, { id }),
      await company.owner.request(acceptBookingRequest, { id, ...time }),
      await company.owner.request(proposeTimes, { id, times: [time] }),
    ];
    expect(refused.map((one) => one.error?.type)).toEqual(refused.map(() => 'LIMIT_REACHED'));
    await setPlan(app, company.owner.subscriberId, { maxAppointments: 20 });
    expect((await company.owner.request(acceptBookingRequest, { id, ...time })).status).toBe(200);
  });
});

test.each([
  ['a trial that has ended', { status: 'trialing' as const, periodEnd: asInstant(start) }],
  ['a canceled plan', { status: 'canceled' as const }],
  ['an expired plan', { status: 'expired' as const }],
  [
    'a payment that has been due for more than a week',
    { status: 'past_due' as const, pastDueSince: addHours(asInstant(start), -169) },
  ],
])('with %s visitors send requests, and existing appointments go on', async (_name, plan) => {
  expect((await submit()).status).toBe(200);
  const booked = await idOfFirst();
  await setPlan(app, company.owner.subscriberId, plan);
  expect((await pageOf(app, company.requestId)).is_scheduling_on).toBe(false);
  expect((await submit({ date_time: '2030-03-11T09:00' })).error?.details).toEqual({ mode: isOff });
  expect((await submit({ mode: 'request' })).status).toBe(200);
  const payload = await goodPayload(company.owner, { date_time: '2030-04-02T09:00' });
  expect((await company.owner.request(bookAppointment, payload)).status).toBe(402);
  expect((await company.owner.request(cancelAppointment, { id: booked, reason: 'Moved' })).status).toBe(200);
});
