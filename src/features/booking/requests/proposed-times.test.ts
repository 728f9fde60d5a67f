import { beforeEach, describe, expect, test } from 'vitest';
import { updateAppointment } from '#features/appointments/booking-contract.ts';
import { type Appointment, cancelAppointment, getAppointment } from '#features/appointments/contract.ts';
import { getClientView } from '#features/portal/contract.ts';
import { mine } from '#server/db/scope.ts';
import { startTestApp } from '#testing/test-app.ts';
import { acceptBookingRequest, proposeTimes } from '../office-contract.ts';
import { acceptProposedTime, getProposedTimes } from '../proposal-contract.ts';
import { asNewVisitor, type BookableCompany, bookableCompany, john } from '../public-booking-for-tests.ts';
import { messagesOf, moveTo, newRequest, proposalLink, requestOf } from './requests-for-tests.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
let company: BookableCompany;
let id: string;
let link: ReturnType<typeof proposalLink>;
const nine = '2030-03-08T09:00:00-05:00';
const two = '2030-03-08T14:00:00-05:00';

beforeEach(async () => {
  app.clock.set('2030-03-01T14:00:00Z');
  company = await bookableCompany(app);
  id = await newRequest(app, company);
  const times = ['2030-03-08T09:00', '2030-03-08T14:00'].map((date_time) => ({
    date_time,
    technician_id: company.owner.id,
  }));
  await company.owner.call(proposeTimes, { id, times, message: 'Both suit us' });
  await app.runDueJobs();
  link = proposalLink(app, john.email);
});

const show = () => {
  const { publicId, p } = link;
  return app.visitor.call(getProposedTimes, { publicId, p }, asNewVisitor());
};
const accept = async (number: number, more: object = {}) => {
  const { publicId, p } = link;
  const proposal_id = (await requestOf(company, id)).proposal?.id;
  return app.visitor.request(
    acceptProposedTime,
    { publicId, p, proposal_id, number, ...more },
    asNewVisitor(),
  );
};
const stored = async () => (await company.owner.call(getAppointment, { inspection_id: id })) as Appointment;
const countEvents = async () =>
  (await app.readAs(company.owner.subscriberId, (r) => mine(r, 'events').select('id').execute())).length;

test('opening the link by HEAD and GET, as scanners of mail do, changes and sends nothing (B1)', async () => {
  const events = await countEvents();
  const messages = await messagesOf(app, company);
  const before = await stored();
  const api = `/api/v2/public/appointments/${link.publicId}/proposed-times`;
  for (const method of ['HEAD', 'GET'] as const) {
    for (const url of [link.path, `${api}?p=${link.p}`, `${api}/accept?p=${link.p}&number=0`])
      await app.app.inject({ method, url });
  }
  expect(await stored()).toEqual(before);
  expect(await countEvents()).toBe(events);
  expect(await messagesOf(app, company)).toEqual(messages);
  expect((await accept(0)).data).toMatchObject({ state: 'confirmed' });
});

test('the client sees the open times and the message of the office', async () => {
  expect(await show()).toMatchObject({
    ...{ state: 'open', link: 'ok', message: 'Both suit us', confirmed: null },
    times: [
      { number: 0, at: nine, end: '2030-03-08T12:45:00-05:00' },
      { number: 1, at: two },
    ],
    expires_at: '2030-03-03T09:00:00-05:00',
  });
});

test('the personal page mentions them while they can be chosen', async () => {
  const { publicId, p } = link;
  const until = async (more = {}) =>
    (await app.visitor.call(getClientView, { publicId, ...more }, asNewVisitor())).proposed_until;
  expect(await until({ p })).toBe('2030-03-03T09:00:00-05:00');
  expect(await until()).toBeNull();
  await moveTo(app, company, '2030-03-03T14:00:01Z');
  expect(await until({ p })).toBeNull();
});

test('accepting one confirms the appointment, releases the others and notifies the office', async () => {
  const { data } = await accept(1);
  expect(data).toMatchObject({ state: 'confirmed', times: [], confirmed: { at: two } });
  expect(await stored()).toMatchObject({
    ...{ status: 'scheduled', date_time: two, inspectors: [company.owner.id] },
  });
  expect(await company.starts('2030-03-08')).toContain(nine);
  expect(await company.starts('2030-03-08')).not.toContain(two);
  expect((await requestOf(company, id)).proposal).toMatchObject({ state: 'accepted', accepted: 1 });
  const sent = await messagesOf(app, company);
  expect(sent.filter((one) => one === `appointment_scheduled ${john.email}`)).toHaveLength(1);
  expect(sent.filter((one) => one.startsWith('time_accepted'))).toHaveLength(1);
});

test('a second click on the same time answers the same, another time is a conflict', async () => {
  const first = await accept(0);
  expect((await accept(0)).data).toEqual(first.data);
  expect((await accept(1)).error).toMatchObject({
    type: 'CONFLICT',
    message: 'This time is no longer offered',
  });
});

test('of two tabs that accept different times at once, one wins', async () => {
  const answers = await Promise.all([accept(0), accept(1)]);
  expect(answers.map((one) => one.status).sort()).toEqual([200, 409]);
  const sent = await messagesOf(app, company);
  expect(sent.filter((one) => one === `appointment_scheduled ${john.email}`)).toHaveLength(1);
});

test('without the personal part there are no times, and none can be accepted', async () => {
  const { publicId } = link;
  const seen = await app.visitor.call(getProposedTimes, { publicId }, asNewVisitor());
  expect(seen).toMatchObject({ link: 'none', times: [], message: '' });
  expect((await accept(0, { p: undefined })).status).toBe(423);
  expect((await accept(0, { p: `${link.p.slice(0, -2)}xx` })).status).toBe(423);
  expect((await stored()).status).toBe('requested');
});

test('times that expired, were replaced or belong to a canceled request are not accepted', async () => {
  const former = (await requestOf(company, id)).proposal?.id;
  const times = [{ date_time: '2030-03-11T09:00', technician_id: company.owner.id }];
  await company.owner.call(proposeTimes, { id, times });
  expect((await accept(0, { proposal_id: former })).error?.type).toBe('CONFLICT');
  await moveTo(app, company, '2030-03-03T14:00:01Z');
  expect((await show()).state).toBe('expired');
  expect((await accept(0)).error?.type).toBe('CONFLICT');
  await company.owner.call(cancelAppointment, { id, reason: 'Sold' });
  expect((await show()).state).toBe('canceled');
  expect((await accept(0)).error?.type).toBe('CONFLICT');
});

test('a time that a member double-booked is still the client’s, because it was promised first', async () => {
  const other = await newRequest(app, company);
  const [date_time, technician_id] = ['2030-03-08T09:00', company.owner.id];
  const overrule = { reason: 'Two at once' };
  await company.owner.call(acceptBookingRequest, { id: other, date_time, technician_id, overrule });
  expect((await show()).times).toMatchObject([{ number: 0 }, { number: 1 }]);
  expect((await accept(0)).data).toMatchObject({ state: 'confirmed', confirmed: { at: nine } });
});

test('the times stay held while the office edits the request', async () => {
  await company.owner.call(updateAppointment, { id, duration: 2 });
  const free = await company.starts('2030-03-08');
  expect([free.includes(nine), free.includes(two)]).toEqual([false, false]);
  await accept(0);
  expect(await company.starts('2030-03-08')).toContain(two);
});

test('a request that became too long for a held time is not offered it any more', async () => {
  const other = await newRequest(app, company);
  await company.owner.call(updateAppointment, { id: other, duration: 1 });
  const [date_time, technician_id] = ['2030-03-08T12:45', company.owner.id];
  await company.owner.call(acceptBookingRequest, { id: other, date_time, technician_id });
  expect((await show()).times).toHaveLength(2);
  await company.owner.call(updateAppointment, { id, duration: 4.5 });
  expect((await show()).times).toMatchObject([{ number: 1, at: two }]);
  expect((await accept(0)).error?.type).toBe('CONFLICT');
});

describe('when the office assigns another technician', () => {
  const assign = async (inspectors: string[]) => company.owner.call(updateAppointment, { id, inspectors });

  test('the client gets the same time with that technician', async () => {
    const tina = await app.create.member(company.owner, { type: 'technician' });
    await assign([tina.id]);
    expect((await show()).times.map(({ number, at }) => ({ number, at }))).toEqual([
      { number: 0, at: nine },
      { number: 1, at: two },
    ]);
    expect((await accept(1)).data).toMatchObject({ state: 'confirmed', confirmed: { at: two } });
    expect(await stored()).toMatchObject({ status: 'scheduled', date_time: two, inspectors: [tina.id] });
  });

  test('who is busy at a time, that time is refused kindly and no longer shown', async () => {
    const tina = await app.create.member(company.owner, { type: 'technician' });
    const other = await newRequest(app, company);
    const [date_time, technician_id] = ['2030-03-08T09:00', tina.id];
    await company.owner.call(acceptBookingRequest, { id: other, date_time, technician_id });
    await assign([tina.id]);
    expect(await accept(0)).toMatchObject({
      error: { type: 'CONFLICT', message: 'This time slot is no longer available', details: {} },
    });
    expect((await show()).times).toMatchObject([{ number: 1, at: two }]);
    expect((await accept(1)).data).toMatchObject({ state: 'confirmed' });
  });

  test('in addition to the proposed one, the times stay with the proposed one', async () => {
    const tina = await app.create.member(company.owner, { type: 'technician' });
    await assign([company.owner.id, tina.id]);
    expect((await accept(0)).data).toMatchObject({ state: 'confirmed' });
    expect((await stored()).inspectors).toEqual([company.owner.id, tina.id]);
  });
});

test.each([
  ['3', { number: 3 }],
  ['a fraction', { number: 0.5 }],
  ['a text', { number: 'first' }],
  ['nothing', { number: undefined }],
])('%s is not a number of a time', async (_, more) => {
  expect((await accept(0, more)).error).toMatchObject({
    type: 'BAD_USER_INPUT',
    details: { number: 'Choose a time' },
  });
});
