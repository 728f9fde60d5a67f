import { beforeEach, describe, expect, test } from 'vitest';
import { nextSendingHour } from '#domain/messages/sending-limits.ts';
import { cancelAppointment } from '#features/appointments/contract.ts';
import { groupOf, runAutomations } from '#features/automations/running/automations-for-tests.ts';
import { shareEvent } from '#features/calendar/contract.ts';
import { remindMany } from '#features/payments/remind-contract.ts';
import { clients } from '#features/people/contract.ts';
import { technicians } from '#features/people/team-contract.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { bookedAppointment, newClient } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { writeMessage } from '../compose-contract.ts';
import { listMessageLog, listMessages } from '../contract.ts';
import { getSendingUsage } from '../sending-contract.ts';
import { countedOf, limitSending, releaseWaiting, useUpHour } from './limits-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:10:00Z' });

beforeEach(() => testApp.runDueJobs());

async function company() {
  const owner = await testApp.create.owner();
  const { appointment, clientId } = await bookedAppointment(owner);
  await testApp.runDueJobs();
  testApp.sent.emails.length = 0;
  return { owner, appointment, clientId };
}

const share = (owner: TestUser, appointmentId: string, recipients: string[], options = {}) =>
  owner.request(shareEvent, { type: 'inspEvent', appointmentId, recipients, message: 'See this' }, options);

const guests = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `guest${from + n}@stranger.example`);

describe('mail to addresses that the company did not know', () => {
  test('has its own low limit: 15 an hour for a new company, then 429 with the time', async () => {
    const { owner, appointment } = await company();
    expect((await share(owner, appointment.id, guests(0, 10))).status).toBe(200);
    const refused = await share(owner, appointment.id, guests(10, 6));
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('3000');
    expect(refused.error).toMatchObject({
      type: 'RATE_LIMITED',
      message:
        'Your company can write to 15 new addresses per hour. 5 more are possible before 10:00 AM, and these would be 6. Nothing was sent.',
      details: { kind: 'stranger', free: 5, needed: 6 },
    });
    await testApp.runDueJobs();
    expect(testApp.sent.emails).toHaveLength(10);
    expect((await share(owner, appointment.id, guests(10, 5))).status).toBe(200);
    expect((await share(owner, appointment.id, guests(15, 1))).error?.message).toBe(
      'Your company can write to 15 new addresses per hour and has reached this limit. You can write to others at 10:00 AM.',
    );
    // They are known now, as are the client and the team.
    const known = [...guests(0, 3), ...appointment.people.flatMap(({ email }) => email || [])];
    expect((await share(owner, appointment.id, known)).status).toBe(200);
    expect(await countedOf(testApp, owner.subscriberId)).toMatchObject({ stranger: 15 });
  });

  test('includes contacts that were added just now and are on no appointment', async () => {
    const { owner } = await company();
    await limitSending(testApp, owner.subscriberId, { stranger: 1 });
    const [ann, bea] = [await newClient(owner), await newClient(owner)];
    const write = (person: string) =>
      owner.request(writeMessage, {
        ...{ channel: 'email', people: [person] },
        texts: { en: { subject: 'Hello', message: 'Buy this' } },
      });
    expect((await write(ann)).status).toBe(200);
    expect((await write(bea)).status).toBe(429);
    await bookedAppointment(owner, { clients: [bea], at: '2030-03-09T09:00' });
    expect((await write(bea)).status).toBe(200);
  });

  test('includes those that replaced the address of a known person, and its copies', async () => {
    const { owner, clientId } = await company();
    await limitSending(testApp, owner.subscriberId, { stranger: 2 });
    const write = (message: string) =>
      owner.request(writeMessage, {
        ...{ channel: 'email', people: [clientId] },
        texts: { en: { subject: 'Hello', message } },
      });
    expect((await write('Buy this')).status).toBe(200);
    expect(await countedOf(testApp, owner.subscriberId)).not.toHaveProperty('stranger');
    await testApp.advanceTime('5 minutes');
    await owner.call(clients.update, { id: clientId, email: 'a@stranger.example' });
    expect((await write('Buy this')).status).toBe(200);
    await owner.call(clients.update, { id: clientId, email_cc: 'b@stranger.example, c@stranger.example' });
    expect((await write('Buy these')).status).toBe(429);
    await owner.call(clients.update, { id: clientId, email: 'd@stranger.example', email_cc: '' });
    expect((await write('Buy those')).status).toBe(200);
    await owner.call(clients.update, { id: clientId, email: 'e@stranger.example' });
    expect((await write('Buy all')).status).toBe(429);
  });

  test('includes former addresses of members, who are notified of the change', async () => {
    const { owner } = await company();
    const member = await testApp.create.member(owner, { type: 'technician' });
    await limitSending(testApp, owner.subscriberId, { stranger: 3 });
    const statuses: number[] = [];
    for (const email of guests(0, 6)) {
      statuses.push((await owner.request(technicians.update, { id: member.id, email })).status);
      await testApp.advanceTime('1 minute');
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
    await testApp.runDueJobs();
    expect(testApp.sent.emails).toHaveLength(3);
    const { email } = await owner.call(technicians.get, { id: member.id });
    expect(email).toBe('guest2@stranger.example');
  });

  test('is refused in the language of the user', async () => {
    const { owner, appointment } = await company();
    await limitSending(testApp, owner.subscriberId, { stranger: 1 });
    const say = async (lang: string) =>
      (await share(owner, appointment.id, guests(100, 2), { headers: { 'accept-language': lang } })).error
        ?.message;
    expect(await say('de')).toBe(
      'Ihr Unternehmen kann pro Stunde an 1 neue Adressen schreiben. Bis 10:00 sind noch 1 möglich, nötig wären 2. Es wurde nichts gesendet.',
    );
    expect(await say('fr')).toMatch(/^Votre entreprise peut écrire à 1 nouvelles adresses par heure\. 1 /);
  });
});

test('a refused call can be repeated with its key in the next hour, and is sent and counted once', async () => {
  const { owner, appointment, clientId } = await company();
  await limitSending(testApp, owner.subscriberId, { email: 1 });
  const write = (by = owner) =>
    by.request(
      writeMessage,
      {
        ...{ appointment_id: appointment.id, channel: 'email', people: [clientId] },
        texts: { en: { subject: 'Hello', message: 'The gate is open' } },
      },
      { idempotencyKey: 'write-once' },
    );
  await share(owner, appointment.id, []);
  expect((await write()).status).toBe(429);
  await testApp.advanceTime('50 minutes');
  const later = await testApp.create.signInAgain(owner);
  expect((await write(later)).status).toBe(200);
  expect((await write(later)).status).toBe(200);
  await testApp.runDueJobs();
  expect(testApp.sent.emails.filter(({ subject }) => subject === 'Hello')).toHaveLength(1);
});

test('of 22 invitations of a new company in a row, 20 are sent; the others store no member', async () => {
  const { owner } = await company();
  const statuses: number[] = [];
  for (let n = 0; n < 22; n++) {
    const { status } = await owner.request(technicians.create, {
      ...{ first_name: 'New', last_name: `Member ${n}`, email: `member${n}@invited.example` },
    });
    statuses.push(status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.slice(20)).toEqual([429, 429]);
  const { pageInfo } = await owner.call(technicians.list, {});
  expect(pageInfo.total).toBe(21);
});

test('reminders of several appointments are refused before the first one is sent', async () => {
  const { owner, appointment } = await company();
  const { appointment: second } = await bookedAppointment(owner, { at: '2030-03-09T09:00' });
  await testApp.runDueJobs();
  testApp.sent.emails.length = 0;
  await limitSending(testApp, owner.subscriberId, { email: 1 });
  const { used = 0 } = (await owner.call(getSendingUsage)).kinds.find(({ kind }) => kind === 'email') ?? {};
  await limitSending(testApp, owner.subscriberId, { email: used + 1 });
  const answer = await owner.request(remindMany, { ids: [appointment.id, second.id], about: 'payment' });
  expect(answer).toMatchObject({ status: 429, error: { details: { free: 1, needed: 2 } } });
  await testApp.runDueJobs();
  expect(testApp.sent.emails).toEqual([]);
});

test('a booking is confirmed although the limit is reached; its mail waits, and is not sent once it is canceled', async () => {
  const owner = await testApp.create.owner();
  await testApp.runDueJobs();
  const { appointment: first } = await bookedAppointment(owner);
  await testApp.runDueJobs();
  await useUpHour(testApp, owner.subscriberId);
  const { appointment } = await bookedAppointment(owner, { at: '2030-03-09T09:00' });
  await testApp.runDueJobs();
  const waiting = (await owner.call(listMessages, { appointmentId: appointment.id })).filter(
    ({ waits_until }) => waits_until !== null,
  );
  expect(waiting).not.toHaveLength(0);
  expect(waiting.at(-1)).toMatchObject({
    status: 'queued',
    waits_until: nextSendingHour(testApp.clock.now()),
  });
  const logged = await owner.call(listMessageLog, { state: 'open' });
  expect(new Set(logged.pageData.map(({ appointment_id }) => appointment_id))).toContain(appointment.id);
  expect((await owner.call(getSendingUsage)).waiting).toBeGreaterThan(0);
  await owner.call(cancelAppointment, { id: appointment.id, rev: appointment.rev, notify: false });
  for (let hour = 0; hour < 8; hour++) {
    await testApp.advanceTime('1 hour');
    await releaseWaiting(testApp);
  }
  const rows = await testApp.readAs(owner.subscriberId, (r) =>
    mine(r, 'outbound_messages').select(['appointment_id', 'template_key', 'status', 'error']).execute(),
  );
  const scheduled = rows.filter(({ template_key }) => template_key.startsWith('appointment_scheduled'));
  expect(scheduled.filter((row) => row.appointment_id === first.id && row.status !== 'sent')).toEqual([]);
  expect(
    scheduled.filter((row) => row.appointment_id === appointment.id && row.status === 'failed').length,
  ).toBeGreaterThan(0);
});

test('a reminder that waited until its appointment has started is not sent, and says so', async () => {
  const owner = await testApp.create.owner();
  const group = await groupOf(owner, {
    ...{ event_type: 18, trigger_type: 'before', duration: 1, duration_type: 1 },
  });
  const { appointment } = await bookedAppointment(owner, {
    ...{ action_groups: [group], at: '2030-03-02T09:00' },
  });
  await testApp.runDueJobs();
  await useUpHour(testApp, owner.subscriberId);
  await testApp.writeAs(owner.subscriberId, (w) =>
    updateMine(w, 'automation_jobs').set({ run_at: w.now }).where('action_id', 'is not', null).execute(),
  );
  await runAutomations(testApp);
  const actions = () =>
    testApp.readAs(owner.subscriberId, (r) =>
      mine(r, 'outbound_messages')
        .where('template_key', '=', 'action')
        .where('appointment_id', '=', appointment.id)
        .select(['status', 'error', 'held_until'])
        .execute(),
    );
  expect(await actions()).toMatchObject([
    { status: 'queued', held_until: nextSendingHour(testApp.clock.now()) },
  ]);
  await testApp.advanceTime('1 day');
  await releaseWaiting(testApp);
  expect(await actions()).toEqual([
    { status: 'failed', error: 'The appointment changed before the email was sent', held_until: null },
  ]);
});
