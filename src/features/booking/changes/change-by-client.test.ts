import { beforeEach, describe, expect, test } from 'vitest';
import { updateAppointment } from '#features/appointments/booking-contract.ts';
import { type Appointment, getAppointment, listActivity } from '#features/appointments/contract.ts';
import { listAppointments } from '#features/appointments/list-contract.ts';
import { agents } from '#features/people/contract.ts';
import { getClientView } from '#features/portal/contract.ts';
import { changeLink, listLinks } from '#features/portal/office-contract.ts';
import { bookedAppointment, newClient } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import { cancelByClient, getChangeOptions, listChangeSlots, rescheduleByClient } from '../change-contract.ts';
import { submitBooking } from '../contract.ts';
import {
  asNewVisitor,
  type BookableCompany,
  bookableCompany,
  onlyStartsAt,
} from '../public-booking-for-tests.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const policy = { client_may_reschedule: true, client_may_cancel: true, change_deadline_hours: 2 };
let company: BookableCompany;
beforeEach(async () => {
  company = await bookableCompany(app, policy);
});

/** An appointment on Monday, 11 March 2030, at 9:00 in New York, and what its client can call. */
async function booked(more: Parameters<typeof bookedAppointment>[1] = {}) {
  const { owner } = company;
  const { appointment, link } = await bookedAppointment(owner, { at: '2030-03-11T09:00', ...more });
  const p = new URL(link).searchParams.get('p') ?? '';
  const of = { publicId: appointment.public_id, p };
  return {
    ...{ id: appointment.id, of, link, start: appointment.date_time },
    options: () => app.visitor.call(getChangeOptions, of, asNewVisitor()),
    slots: async (day: string) => {
      const days = { fromDate: day, toDate: day };
      const found = await app.visitor.call(listChangeSlots, { ...of, ...days }, asNewVisitor());
      return found.days.flatMap((one) => one.starts.map(({ at }) => at));
    },
    move: (start: string, date_time: string, as = of) =>
      app.visitor.request(rescheduleByClient, { ...as, start, date_time }, asNewVisitor()),
    cancel: (input: { start?: string; fee?: number; reason?: string } = {}) =>
      app.visitor.request(
        cancelByClient,
        { ...of, start: appointment.date_time, fee: 0, ...input },
        asNewVisitor(),
      ),
    now: async () => (await owner.call(getAppointment, { inspection_id: appointment.id })) as Appointment,
    events: async () => (await owner.call(listActivity, { id: appointment.id, perPage: 50 })).pageData,
  };
}

describe('links in mails (B1)', () => {
  test('change nothing when they are only followed, without a script; the click of the client does', async () => {
    const { id, of, link, start, events, move, now } = await booked();
    await app.runDueJobs();
    const before = [await now(), await events()];
    const mailed = app.sent.emails
      .splice(0)
      .flatMap((mail) => `${mail.text} ${mail.html}`.match(/https?:\/\/[^\s"<>]+/g) ?? [])
      .map((one) => new URL(one.replaceAll('&amp;', '&')))
      .map((one) => `${one.pathname}${one.search}`);
    const { pathname, search } = new URL(link);
    expect(mailed).toContain(`${pathname}${search}`);
    const api = `/api/v2/public/appointments/${of.publicId}`;
    const query = `?p=${encodeURIComponent(of.p)}`;
    const days = '&fromDate=2030-03-11&toDate=2030-03-20';
    const urls = [...new Set(mailed), `${api}${query}`, `${api}/change${query}`];
    urls.push(`${api}/change/slots${query}${days}`, `${api}/reschedule${query}`, `${api}/cancel${query}`);
    for (const url of urls) {
      for (const method of ['HEAD', 'GET'] as const) await app.app.inject({ method, url });
    }
    await app.runDueJobs();
    expect([await now(), await events()]).toEqual(before);
    expect(app.sent.emails).toEqual([]);
    expect((await move(start, '2030-03-12T09:00')).status).toBe(200);
    expect(await now()).toMatchObject({ id, date_time: '2030-03-12T09:00:00-04:00' });
  });
});

describe('an appointment that is moved (B3)', () => {
  test('stays one appointment with one order id, however old the link, and frees its former time', async () => {
    const { id, start, move, now, options } = await booked();
    const { order_id } = await now();
    expect((await move(start, '2030-03-12T09:00')).data).toMatchObject({
      start: '2030-03-12T09:00:00-04:00',
    });
    expect(await company.starts('2030-03-11')).toContain('2030-03-11T09:00:00-04:00');
    expect(await company.starts('2030-03-12')).not.toContain('2030-03-12T09:00:00-04:00');
    // The page that the first mail leads to shows the current time.
    const { start: shown } = await options();
    expect((await move(shown, '2030-03-13T09:00')).status).toBe(200);
    const { pageData } = await company.owner.call(listAppointments, { tab: 'all' });
    expect(pageData.map((row) => [row.id, row.order_id])).toEqual([[id, order_id]]);
    expect(await company.starts('2030-03-12')).toContain('2030-03-12T09:00:00-04:00');
  });

  test('by two tabs at once goes to the time of one, and the other gets CONFLICT', async () => {
    const { start, move, now } = await booked();
    const answers = await Promise.all([move(start, '2030-03-14T09:00'), move(start, '2030-03-15T09:00')]);
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
    expect(won?.status).toBe(200);
    expect(lost?.error).toMatchObject({ type: 'CONFLICT', details: {} });
    const { start: winner } = (won?.data ?? {}) as { start: string };
    expect((await now()).date_time).toBe(winner);
    const other = ['2030-03-14', '2030-03-15'].find((day) => !winner.startsWith(day)) ?? '';
    expect(await company.starts(other)).toContain(`${other}T09:00:00-04:00`);
  });

  test('from a page that shows an earlier time is refused', async () => {
    const { start, move, now } = await booked();
    await move(start, '2030-03-12T09:00');
    expect((await move(start, '2030-03-13T09:00')).error?.type).toBe('CONFLICT');
    expect((await now()).date_time).toBe('2030-03-12T09:00:00-04:00');
  });

  test('to a time that another visitor books at once goes to one of them', async () => {
    const { start, move } = await booked();
    const form = company.form({ date_time: '2030-03-12T09:00' });
    const answers = await Promise.all([
      move(start, '2030-03-12T09:00'),
      app.visitor.request(submitBooking, form, asNewVisitor()),
    ]);
    expect(answers.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const refused = answers.find((one) => one.status === 409)?.error;
    expect(Object.keys(refused?.details ?? {})).toEqual(['next']);
  });

  test('may overlap its own former time', async () => {
    await onlyStartsAt(app, company.owner, [900, 1000], [1]);
    const { start, slots, move, now } = await booked();
    expect(await slots('2030-03-11')).toEqual(['2030-03-11T10:00:00-04:00']);
    expect((await move(start, '2030-03-11T10:00')).status).toBe(200);
    expect((await now()).date_time).toBe('2030-03-11T10:00:00-04:00');
  });

  test('takes only times that are offered, within notice and with all its technicians', async () => {
    const { start, move, slots } = await booked();
    expect((await move(start, '2030-03-12T10:10')).error?.type).toBe('CONFLICT');
    await company.set({ dont_allow_scheduling_within: 720 });
    expect(await slots('2030-03-12')).toEqual([]);
    expect((await move(start, '2030-03-12T09:00')).error?.type).toBe('CONFLICT');
    expect((await move(start, 'soon')).error?.details).toHaveProperty('date_time');
    expect((await move(start, start)).error?.details).toHaveProperty('date_time');
  });

  test('is announced and recorded as by the client', async () => {
    const { start, move, events } = await booked();
    await app.runDueJobs();
    app.sent.emails.length = 0;
    await move(start, '2030-03-12T09:00');
    await app.runDueJobs();
    const moved = (await events()).find((row) => row.type === 'appointment.rescheduled');
    expect(moved).toMatchObject({ actor: null, person: 'Cora Client', data: { actor: 'client' } });
    const subjects = app.sent.emails.map((mail) => mail.subject);
    expect(subjects.some((one) => one.includes('rescheduled'))).toBe(true);
    expect(subjects.some((one) => one.startsWith('Changed by the client'))).toBe(true);
  });
});

describe('the deadline (B12)', () => {
  test('is compared in elapsed hours, and named when it has passed', async () => {
    company = await bookableCompany(app, policy, 'America/Chicago');
    // It is 8:00 in Chicago.
    const soon = await booked({ at: '2030-03-01T12:00' });
    expect(await soon.options()).toMatchObject({
      ...{ reschedule: null, cancel: null },
      deadline: '2030-03-01T10:00:00-06:00',
    });
    await company.owner.call(updateAppointment, { id: soon.id, date_time: '2030-03-01T09:00' });
    expect(await soon.options()).toMatchObject({ reschedule: 'deadline', cancel: 'deadline' });
    const start = '2030-03-01T09:00';
    for (const answer of [await soon.move(start, '2030-03-12T09:00'), await soon.cancel({ start })]) {
      expect(answer.error).toMatchObject({
        type: 'CONFLICT',
        details: { refusal: 'deadline', deadline: '2030-03-01T07:00:00-06:00' },
      });
    }
    expect(await soon.now()).toMatchObject({ status: 'scheduled', date_time: '2030-03-01T09:00:00-06:00' });
  });
});

describe('canceling', () => {
  const charging = { cancellation_hours: 720, cancellation_fee_type: 2, cancellation_fee: 75 };

  test('in time is free, releases the time, and is recorded as by the client', async () => {
    const { cancel, now, events } = await booked();
    const { total_fee } = await now();
    expect((await cancel({ reason: 'The house was sold' })).status).toBe(200);
    expect(await now()).toMatchObject({ status: 'canceled', cancel_reason: 'The house was sold', total_fee });
    expect(await company.starts('2030-03-11')).toContain('2030-03-11T09:00:00-04:00');
    const canceled = (await events()).find((row) => row.type === 'appointment.canceled');
    expect(canceled).toMatchObject({ person: 'Cora Client', data: { actor: 'client' } });
    expect((await cancel()).error?.type).toBe('CONFLICT');
  });

  test('late charges exactly the fee that was shown, as the office would', async () => {
    await company.set(charging);
    const { cancel, options, now } = await booked();
    expect(await options()).toMatchObject({ reschedule: 'fee', cancel: null, fee: 75 });
    expect((await cancel({ fee: 0 })).error).toMatchObject({ type: 'CONFLICT', details: { fee: 75 } });
    expect((await now()).status).toBe('scheduled');
    expect((await cancel({ fee: 75 })).status).toBe(200);
    const canceled = await now();
    expect(canceled).toMatchObject({ status: 'canceled', total_fee: 75, outstanding: 75 });
    expect(canceled.fees.slice(-2)).toMatchObject([
      { kind: 'credit', line_item: 'Canceled services' },
      { kind: 'cancellation', line_item: 'Cancellation fee', pretax_amount: 75 },
    ]);
  });

  test('refuses fields that a client must not send', async () => {
    const { of, start } = await booked();
    const input = { ...of, start, fee: 0, notify: false, fees: [] };
    const answer = await app.visitor.request(cancelByClient, input, asNewVisitor());
    expect(Object.keys(answer.error?.details ?? {}).toSorted()).toEqual(['fees', 'notify']);
  });
});

describe('changing needs', () => {
  test('the personal link: the address of the page alone is not enough', async () => {
    const { of, start, move, now } = await booked();
    const { publicId } = of;
    const stranger = { publicId, p: '' };
    expect((await move(start, '2030-03-12T09:00', stranger)).error?.details).toHaveProperty('p');
    const read = await app.visitor.request(getChangeOptions, { publicId }, asNewVisitor());
    expect(read.error?.details).toHaveProperty('p');
    expect((await now()).date_time).toBe(start);
  });

  test('a client, or an agent with permission from the company', async () => {
    const { owner } = company;
    const agent = await owner.call(agents.create, {
      ...{ first_name: 'Adam', last_name: 'Agent', email: 'adam@agency.example', phone: '5125550177' },
    });
    const { id, of } = await booked({ clients: [await newClient(owner)], agents: [agent.id] });
    const links = await owner.call(listLinks, { id });
    const adam = links.find((one) => one.role === 'agent');
    const p = new URL(adam?.link ?? '').searchParams.get('p') ?? '';
    const asAgent = { publicId: of.publicId, p };
    const ask = () => app.visitor.request(getChangeOptions, asAgent, asNewVisitor());
    expect((await ask()).error?.details).toHaveProperty('p');
    expect(await app.visitor.call(getClientView, asAgent)).toMatchObject({ may_change: false });
    await owner.call(changeLink, { id, linkId: adam?.id ?? '', own_rights: { change: true } });
    expect((await ask()).status).toBe(200);
    expect(await app.visitor.call(getClientView, asAgent)).toMatchObject({ may_change: true });
  });

  test('what the company has switched on', async () => {
    await company.set({ client_may_reschedule: false, client_may_cancel: false });
    const { of, start, options, move, cancel, slots } = await booked();
    expect(await options()).toMatchObject({ reschedule: 'off', cancel: 'off' });
    expect(await slots('2030-03-12')).toEqual([]);
    expect((await move(start, '2030-03-12T09:00')).error?.type).toBe('CONFLICT');
    expect((await cancel()).error?.type).toBe('CONFLICT');
    expect(await app.visitor.call(getClientView, of)).toMatchObject({ may_change: false });
  });
});
