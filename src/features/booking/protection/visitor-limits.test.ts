import { beforeEach, describe, expect, test } from 'vitest';
import { visitorLimits } from '#domain/booking/visitor-limits.ts';
import { listAppointments } from '#features/appointments/list-contract.ts';
import { addAvailability } from '#features/availability/contract.ts';
import { createDiscount } from '#features/services/discount-contract.ts';
import { startTestApp } from '#testing/test-app.ts';
import { getQuote, holdPublicSlot, submitBooking } from '../contract.ts';
import {
  asNewVisitor,
  type BookableCompany,
  bookableCompany,
  john,
  location,
  onlyStartsAt,
} from '../public-booking-for-tests.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
let company: BookableCompany;
beforeEach(async () => {
  company = await bookableCompany(app);
});

const total = async () => (await company.owner.call(listAppointments, { tab: 'all' })).pageInfo.total;
const submissions = () =>
  app.readAs(company.owner.subscriberId, (ctx) =>
    ctx.db.selectFrom('online_bookings').where('subscriber_id', '=', ctx.subscriberId).select('id').execute(),
  );

describe('a program that fills in the invisible field', () => {
  test.each(['schedule', 'request'] as const)(
    'gets the answer of a booking (%s), and nothing is stored or sent',
    async (mode) => {
      const date_time = '2030-03-08T09:00';
      const email = `${mode}@doe.example`;
      const people = { role: 'client' as const, client: { ...john, email } };
      const answer = await app.visitor.request(
        submitBooking,
        company.form({ mode, date_time, people, subject: 'Cheap pills' }),
        asNewVisitor(),
      );
      await app.runDueJobs();
      const sent = app.sent.emails.filter((mail) => JSON.stringify(mail.to).includes(email));
      expect([await total(), await submissions(), sent]).toEqual([0, [], []]);
      const real = await app.visitor.request(
        submitBooking,
        company.form({ mode, date_time }),
        asNewVisitor(),
      );
      const { publicId, ...rest } = answer.data as { publicId: string };
      const { publicId: realId, ...realRest } = real.data as { publicId: string };
      expect([answer.status, publicId.length, rest]).toEqual([real.status, realId.length, realRest]);
    },
  );

  test('is refused like everyone else what is invalid or taken', async () => {
    await app.visitor.call(submitBooking, company.form(), asNewVisitor());
    const send = (more: object) =>
      app.visitor.request(submitBooking, { ...company.form({ subject: 'x' }), ...more }, asNewVisitor());
    expect((await send({})).error?.type).toBe('CONFLICT');
    expect((await send({ accept_terms: false })).error?.details).toEqual({
      accept_terms: 'Please accept the terms',
    });
  });
});

describe('bookings of one address', () => {
  let people = 0;
  const request = () => {
    people += 1;
    const client = { ...john, email: `john${people}@doe.example` };
    return company.form({
      mode: 'request',
      date_time: '2030-03-09T12:00',
      people: { role: 'client', client },
    });
  };

  test('are limited for an hour, and the answer says when to send the next one', async () => {
    const at = asNewVisitor();
    const send = () => app.visitor.request(submitBooking, request(), at);
    const statuses = new Set<number>();
    for (let n = 0; n < visitorLimits.bySender; n += 1) statuses.add((await send()).status);
    expect([...statuses]).toEqual([200]);
    app.clock.advance(10 * 60_000);
    const refused = await send();
    expect(refused.error).toEqual({
      type: 'RATE_LIMITED',
      message: 'You have sent several bookings. Please try again later or call the company.',
      details: { retryAfter: 50 * 60 },
    });
    expect(refused.headers['retry-after']).toBe('3000');
    expect(await submissions()).toHaveLength(visitorLimits.bySender);
    app.clock.advance(50 * 60_000);
    expect((await send()).status).toBe(200);
  });

  test('do not count while something in the form is wrong, nor when the same form is sent again', async () => {
    const at = { ip: '203.0.113.9', headers: { 'x-forwarded-for': '198.51.100.1' } };
    const form = request();
    for (let n = 0; n <= visitorLimits.bySender; n += 1) {
      await app.visitor.request(submitBooking, { ...form, accept_terms: false }, at);
    }
    for (let n = 0; n <= visitorLimits.bySender; n += 1) await app.visitor.call(submitBooking, form, at);
    expect(await submissions()).toHaveLength(1);
  });
});

describe('held times', () => {
  const take = (at: string, ip: { ip: string }, more: object = {}) =>
    app.visitor.request(
      holdPublicSlot,
      { requestId: company.requestId, services: [{ id: company.service }], location, date_time: at, ...more },
      ip,
    );
  const days = [4, 5, 6, 7, 8, 11, 12].map((day) => `2030-03-${String(day).padStart(2, '0')}T09:00`);

  test('are limited per address until one is released or expires, whichever technician they are for', async () => {
    const at = asNewVisitor();
    for (let n = 0; n < 2; n += 1) {
      const colleague = await app.create.member(company.owner, { type: 'technician' });
      await company.owner.call(addAvailability, {
        ...{ team_id: colleague.id, added_by: company.owner.id },
        ...{ start_time: 900, days: [1, 2, 3, 4, 5] },
      });
    }
    const held = [];
    for (const day of days.slice(0, visitorLimits.holdsBySender)) held.push(await take(day, at));
    expect(held.map((one) => one.status)).toEqual(held.map(() => 200));
    const next = days[visitorLimits.holdsBySender] ?? '';
    const refused = await take(next, at);
    expect(refused.error).toMatchObject({ type: 'RATE_LIMITED', details: { retryAfter: 600 } });
    expect(await company.starts(next.slice(0, 10))).not.toEqual([]);
    const [replaces] = held.map((one) => (one.data as { holdId: string }).holdId);
    expect((await take(next, at, { replaces })).status).toBe(200);
    app.clock.advance(10 * 60_000 + 1);
    expect((await take(days[0] ?? '', at)).status).toBe(200);
  });

  test('of one technician are few, however many visitors there are, and the rest can be booked without a hold', async () => {
    await onlyStartsAt(app, company.owner, [900], [1, 2, 3, 4, 5]);
    for (const day of days.slice(0, visitorLimits.holdsByTechnician)) {
      expect((await take(day, asNewVisitor())).status).toBe(200);
    }
    const next = days[visitorLimits.holdsByTechnician] ?? '';
    const visitor = asNewVisitor();
    expect((await take(next, visitor)).error?.message).toBe(
      'We can’t reserve more times right now. You can book this time without a reservation.',
    );
    const booked = await app.visitor.request(submitBooking, company.form({ date_time: next }), visitor);
    expect(booked.status).toBe(200);
  });

  test('of visitors who left are free again after ten minutes', async () => {
    await onlyStartsAt(app, company.owner, [900], [5]);
    await company.hold('2030-03-08T09:00');
    expect(await company.starts('2030-03-08')).toEqual([]);
    app.clock.advance(10 * 60_000 + 1);
    expect(await company.starts('2030-03-08')).toHaveLength(1);
  });
});

describe('discount codes', () => {
  const quote = (discount_code: string, at: object) =>
    app.visitor.request(
      getQuote,
      { requestId: company.requestId, services: [{ id: company.service }], location, discount_code },
      at as never,
    );

  test('are not guessed quickly; a code that was entered before goes on working', async () => {
    await company.owner.call(createDiscount, { code: 'SPRING', type: 1, value: 10, online: true } as never);
    const at = asNewVisitor();
    expect((await quote('spring', at)).data).toMatchObject({ discount_problem: null });
    const statuses: number[] = [];
    for (let n = 0; n < 20; n += 1) statuses.push((await quote(`GUESS${n}`, at)).status);
    expect(statuses).toEqual([...Array.from({ length: 19 }, () => 200), 429]);
    expect((await quote('GUESS19', at)).status).toBe(429);
    expect((await quote('SPRING', at)).data).toMatchObject({ discount_problem: null });
    const form = { ...company.form(), discount_code: 'ANOTHER' };
    expect((await app.visitor.request(submitBooking, form, at)).status).toBe(429);
  });
});
