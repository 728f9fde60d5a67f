import { beforeEach, describe, expect, test } from 'vitest';
import { type Appointment, confirmAppointment, getAppointment } from '#features/appointments/contract.ts';
import { newId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import {
  acceptBookingRequest,
  declineBookingRequest,
  getBookingRequest,
  listBookingRequests,
  proposeTimes,
} from '../office-contract.ts';
import { type BookableCompany, bookableCompany, john } from '../public-booking-for-tests.ts';
import { messagesOf, moveTo, newRequest, proposalLink, requestOf } from './requests-for-tests.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
let company: BookableCompany;
beforeEach(async () => {
  app.clock.set('2030-03-01T14:00:00Z');
  company = await bookableCompany(app);
});

const stored = async (id: string) =>
  (await company.owner.call(getAppointment, { inspection_id: id })) as Appointment;
const accept = (id: string, more: object = {}) =>
  company.owner.request(acceptBookingRequest, {
    ...{ id, date_time: '2030-03-08T09:00', technician_id: company.owner.id },
    ...more,
  });
const at = (date_time: string) => ({ date_time, technician_id: company.owner.id });
const propose = (id: string, ...times: string[]) =>
  company.owner.request(proposeTimes, { id, times: times.map(at) });

describe('the list of open requests', () => {
  test('has what was typed, where it differs from the contact on file, and other requests for the time', async () => {
    const first = await newRequest(app, company, { message: 'The side door' });
    const again = { ...john, email: 'JOHN@doe.example', phone: '512-555-0199' };
    const second = await newRequest(app, company, { people: { role: 'client', client: again } });
    const { pageData, pageInfo } = await company.owner.call(listBookingRequests, {});
    expect(pageInfo.total).toBe(2);
    expect(pageData).toMatchObject([
      {
        appointment_id: first,
        ...{ mode: 'request', source: 'request', message: 'The side door' },
        ...{ is_overdue: false, technicians: [], proposal: null, may_answer: true },
        date_time: '2030-03-09T12:10:00-05:00',
        people: [{ role: 'client', first_name: 'John', differences: [] }],
        competing: [{ appointment_id: second, client: 'John Doe' }],
      },
      {
        appointment_id: second,
        people: [{ differences: [{ field: 'phone', typed: '512-555-0199', stored: '5125550143' }] }],
        competing: [{ appointment_id: first }],
      },
    ]);
  });

  test('is paged by arrival, leaves out answered requests, and marks overdue ones', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push(await newRequest(app, company));
    await company.owner.call(confirmAppointment, { id: ids[1] ?? '' });
    const page = await company.owner.call(listBookingRequests, { perPage: 1 });
    expect(page.pageData.map((one) => one.appointment_id)).toEqual([ids[0]]);
    const cursor = page.pageInfo.endCursor ?? '';
    const next = await company.owner.call(listBookingRequests, { perPage: 1, cursor });
    expect(next.pageData.map((one) => one.appointment_id)).toEqual([ids[2]]);
    expect(next.pageInfo.hasNextPage).toBe(false);
    await moveTo(app, company, '2030-03-09T18:00:00Z');
    const { pageData } = await company.owner.call(listBookingRequests, {});
    expect(pageData).toMatchObject([
      { is_overdue: true, competing: [] },
      { is_overdue: true, competing: [] },
    ]);
  });

  test('does not have what members book, and other companies see nothing', async () => {
    const id = await newRequest(app, company);
    const stranger = await app.create.owner();
    expect((await stranger.call(listBookingRequests, {})).pageData).toEqual([]);
    expect((await stranger.request(getBookingRequest, { id })).status).toBe(404);
    expect((await stranger.request(acceptBookingRequest, { id, ...at('2030-03-08T09:00') })).status).toBe(
      404,
    );
  });
});

describe('accepting a request', () => {
  test('gives it a time and a technician and mails one confirmation', async () => {
    const id = await newRequest(app, company);
    expect((await accept(id)).data).toMatchObject({ status: 'scheduled', may_answer: false });
    expect(await stored(id)).toMatchObject({
      ...{ status: 'scheduled', date_time: '2030-03-08T09:00:00-05:00', inspectors: [company.owner.id] },
      end_time: '2030-03-08T12:45:00-05:00',
    });
    expect(await company.starts('2030-03-08')).not.toContain('2030-03-08T09:00:00-05:00');
    const sent = await messagesOf(app, company);
    expect(sent.filter((one) => one.endsWith(john.email))).toEqual([
      `appointment_requested ${john.email}`,
      `appointment_scheduled ${john.email}`,
    ]);
    expect(sent.filter((one) => one.startsWith('appointment_rescheduled'))).toEqual([]);
  });

  test('at the time of another appointment needs a reason', async () => {
    await accept(await newRequest(app, company));
    const id = await newRequest(app, company);
    const { error } = await accept(id, { date_time: '2030-03-08T10:00' });
    expect(error).toMatchObject({ type: 'CONFLICT', details: { conflicts: [{ kind: 'appointment' }] } });
    expect((await stored(id)).status).toBe('requested');
    const answer = await accept(id, { date_time: '2030-03-08T10:00', overrule: { reason: 'Two at once' } });
    expect(answer.data).toMatchObject({ status: 'scheduled' });
  });

  test.each([
    ['date_time', { date_time: '2030-02-08T09:00' }],
    ['date_time', { date_time: 'soon' }],
    ['technician_id', { technician_id: '' }],
    ['technician_id', { technician_id: newId() }],
  ])('with an invalid %s is refused, and nothing is stored', async (field, more) => {
    const id = await newRequest(app, company);
    const { error } = await accept(id, more);
    expect(error?.type).toBe('BAD_USER_INPUT');
    expect(Object.keys(error?.details ?? {})).toEqual([field]);
    expect(await stored(id)).toMatchObject({ status: 'requested', inspectors: [] });
  });

  test('twice, or after another member changed it, is a conflict', async () => {
    const id = await newRequest(app, company);
    const { rev } = await requestOf(company, id);
    expect((await accept(id, { rev: rev + 1 })).error?.type).toBe('CONFLICT');
    const answers = await Promise.all([accept(id), accept(id, { date_time: '2030-03-08T14:00' })]);
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409]);
    expect(answers.find((one) => !one.success)?.error?.message).toBe(
      'This request has already been answered',
    );
  });
});

describe('proposing times', () => {
  test('holds them against visitors and the office, and mails the link', async () => {
    const id = await newRequest(app, company);
    const { data } = await propose(id, '2030-03-08T09:00', '2030-03-11T09:00');
    expect(data).toMatchObject({ status: 'requested', proposal: { state: 'open', accepted: null } });
    expect(await company.starts('2030-03-08')).not.toContain('2030-03-08T09:00:00-05:00');
    const other = await newRequest(app, company);
    expect((await accept(other)).error).toMatchObject({
      type: 'CONFLICT',
      details: { conflicts: [{ kind: 'hold' }] },
    });
    await app.runDueJobs();
    const { publicId, p } = proposalLink(app, john.email);
    expect(publicId).toBe((await stored(id)).public_id);
    expect(p).not.toBe('');
  });

  test('on both sides of a change of the clocks names the zone of each', async () => {
    const id = await newRequest(app, company);
    await propose(id, '2030-03-08T09:00', '2030-03-11T09:00');
    await app.runDueJobs();
    const { text } = app.sent.emails.findLast((mail) => mail.text.includes('/proposed-times/')) ?? {};
    expect(text).toContain('(EST / EDT)');
    expect(text).toMatch(/9:00 AM EST\n.*9:00 AM EDT/);
  });

  test('again replaces the former ones and releases their time', async () => {
    const id = await newRequest(app, company);
    await propose(id, '2030-03-08T09:00');
    await propose(id, '2030-03-11T09:00');
    expect(await company.starts('2030-03-08')).toContain('2030-03-08T09:00:00-05:00');
    expect((await requestOf(company, id)).proposal).toMatchObject({
      state: 'open',
      times: [{ at: '2030-03-11T09:00:00-04:00' }],
    });
  });

  test('ends after the chosen hours, and with an answer of the office', async () => {
    const id = await newRequest(app, company);
    await propose(id, '2030-03-08T09:00', '2030-03-08T14:00');
    await moveTo(app, company, '2030-03-03T14:00:00Z');
    expect((await requestOf(company, id)).proposal?.state).toBe('expired');
    expect(await company.starts('2030-03-08')).toContain('2030-03-08T09:00:00-05:00');
    await propose(id, '2030-03-08T09:00', '2030-03-08T14:00');
    await accept(id);
    expect((await requestOf(company, id)).proposal?.state).toBe('closed');
    expect(await company.starts('2030-03-08')).toContain('2030-03-08T14:00:00-05:00');
  });

  test('names each invalid time, and stores nothing', async () => {
    const id = await newRequest(app, company);
    const bad = await propose(id, '2030-02-08T09:00', 'x');
    expect(Object.keys(bad.error?.details ?? {})).toEqual(['times.0.date_time', 'times.1.date_time']);
    const twice = await propose(id, '2030-03-08T09:00', '2030-03-08T09:00');
    expect(twice.error?.details).toEqual({ 'times.1.date_time': 'This time is already in the list' });
    expect((await propose(id)).error?.details).toEqual({ times: 'Enter at least one time' });
    const four = await propose(id, ...['09', '10', '11', '12'].map((hour) => `2030-03-08T${hour}:00`));
    expect(four.error?.details).toEqual({ times: 'At most 3 times' });
    expect((await requestOf(company, id)).proposal).toBeNull();
    expect(await company.starts('2030-03-08')).toContain('2030-03-08T09:00:00-05:00');
  });
});

describe('declining a request', () => {
  test('cancels it, releases what was held and mails the reason instead of a cancellation', async () => {
    const id = await newRequest(app, company);
    await propose(id, '2030-03-08T09:00');
    const reason = 'We are fully booked that week';
    const { data } = await company.owner.request(declineBookingRequest, { id, reason });
    expect(data).toMatchObject({ status: 'canceled', proposal: { state: 'closed' } });
    expect(await company.starts('2030-03-08')).toContain('2030-03-08T09:00:00-05:00');
    const sent = await messagesOf(app, company);
    expect(sent).toContain(`request_declined ${john.email}`);
    expect(sent.filter((one) => one.startsWith('appointment_canceled'))).toEqual([]);
    expect(app.sent.emails.findLast((mail) => JSON.stringify(mail.to).includes(john.email))?.text).toContain(
      reason,
    );
  });

  test('answers the listing agent who sent it', async () => {
    const agent = { first_name: 'Ada', last_name: 'Agent', email: 'ada@agent.example', phone: '5125550155' };
    const people = { role: 'listing_agent' as const, client: { ...john, phone: '' }, agent };
    const id = await newRequest(app, company, { people });
    await propose(id, '2030-03-08T09:00');
    await company.owner.request(declineBookingRequest, { id, reason: 'We are fully booked that week' });
    const sent = await messagesOf(app, company);
    for (const key of ['times_proposed', 'request_declined'])
      expect(sent.filter((one) => one.startsWith(key)).sort()).toEqual([
        `${key} ${agent.email}`,
        `${key} ${john.email}`,
      ]);
  });

  test('needs a reason', async () => {
    const id = await newRequest(app, company);
    const { error } = await company.owner.request(declineBookingRequest, { id, reason: ' ' });
    expect(error?.details).toEqual({ reason: 'Please give a reason' });
    expect((await stored(id)).status).toBe('requested');
  });
});
