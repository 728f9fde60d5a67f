import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { closeDeliveryProblem, listDeliveryProblems } from '#features/messages/delivery-contract.ts';
import { fateOf, queueMail, referenceOf } from '#features/messages/outbox/mail-for-tests.ts';
import { reportsAbout } from '#simulators/smtp/reports.ts';
import { bookedAppointment, newClient } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';

const testApp = await startTestApp();
const owner = await testApp.create.owner();
const { subscriberId } = owner;
const { inboundSecret } = testApp.runtime.config.mail;

async function sentMail(to_address: string) {
  const id = await queueMail(testApp, subscriberId, { to_address });
  await testApp.runDueJobs();
  const from = `b+${referenceOf(testApp, subscriberId, id)}@bounces.gable.example`;
  return { from, fate: () => fateOf(testApp, subscriberId, id) };
}

async function arrive(raw: string, secret: string | null = inboundSecret) {
  const response = await testApp.app.inject({
    ...{ method: 'POST', url: '/api/v2/webhooks/mail/inbound', payload: raw },
    headers: { 'content-type': 'message/rfc822', authorization: `Bearer ${secret}` },
  });
  await testApp.runDueJobs();
  return response.statusCode;
}

/** What the mail server of the recipient reports. */
const reportAbout = (from: string, to: string) =>
  reportsAbout(Buffer.from('From: a@b.example\r\nSubject: x\r\n\r\nbody'), { from, to: [to] })[0] ?? '';

test('a delivery report bounces its message once', async () => {
  const { from, fate } = await sentMail('dsn@a.example');
  const report = reportAbout(from, 'dsn@a.example');
  expect(await arrive(report, 'another')).toBe(403);
  expect(await fate()).toMatchObject({ status: 'sent' });
  expect(await arrive(report)).toBe(200);
  expect(await arrive(report)).toBe(200);
  expect(await fate()).toMatchObject({
    ...{ status: 'bounced', error: '550 5.1.1 No such mailbox' },
    events: ['queued', 'sent', 'bounced dsn@a.example'],
    suppressed: ['dsn@a.example all bounced'],
  });
});

test('whatever a foreign server writes as its reason is stored as far as it is text', async () => {
  const { from, fate } = await sentMail('dsn@a.example');
  const reason = `550 5.1.1 No\u0000 such\u0007 mailbox ${'x'.repeat(474)}😀`;
  const report = reportAbout(from, 'dsn@a.example').replace('550 5.1.1 No such mailbox', reason);
  expect(await arrive(report)).toBe(200);
  expect(await fate()).toMatchObject({ status: 'bounced', error: /^550 5.1.1 No such mailbox x{474}$/ });
});

test('a delayed mail has not failed yet', async () => {
  const { from, fate } = await sentMail('slow@a.example');
  const report = reportAbout(from, 'dsn@a.example')
    .replaceAll('dsn@a.example', 'slow@a.example')
    .replace('Action: failed', 'Action: delayed')
    .replace('Status: 5.1.1', 'Status: 4.4.1');
  await arrive(report);
  expect(await fate()).toMatchObject({
    status: 'sent',
    events: ['queued', 'sent', 'deferred slow@a.example'],
  });
});

test('a complaint stops further mail', async () => {
  const { from, fate } = await sentMail('fbl@a.example');
  await arrive(reportAbout(from, 'fbl@a.example'));
  expect((await fate()).events).toEqual(['queued', 'sent', 'complained fbl@a.example']);
  expect((await fate()).suppressed).toContain('fbl@a.example all complained');
});

test('vacation replies to our mails cause nothing, in ten rounds (M14)', async () => {
  const { from, fate } = await sentMail('away@a.example');
  const count = async () =>
    (await sql<{ n: string }>`select count(*) as n from pgboss.job`.execute(testApp.runtime.db)).rows[0]?.n;
  const [jobs, mails] = [await count(), testApp.sent.emails.length];
  for (let round = 0; round < 10; round++) {
    const raw = `From: away@a.example\r\nTo: ${from}\r\nSubject: Out of office ${round}\r\nAuto-Submitted: auto-replied\r\n\r\nI am away.\r\n`;
    expect(await arrive(raw)).toBe(200);
    expect(await arrive(raw.replace(from, 'unsubscribe@bounces.gable.example'))).toBe(200);
  }
  expect(await count()).toBe(jobs);
  expect(testApp.sent.emails).toHaveLength(mails);
  expect(await fate()).toMatchObject({ status: 'sent', events: ['queued', 'sent'] });
});

test('a copy that bounces shows at once at the appointment, the person and the dashboard', async () => {
  const person_id = await newClient(owner, { email_cc: 'dsn@copy.example' });
  const { appointment } = await bookedAppointment(owner, { clients: [person_id] });
  const id = await queueMail(testApp, subscriberId, {
    ...{ appointment_id: appointment.id, person_id, to_address: 'ann@copy.example' },
    ...{ cc_address: 'dsn@copy.example', bcc_address: 'dsn@office.example' },
  });
  await testApp.runDueJobs();
  const from = `b+${referenceOf(testApp, subscriberId, id)}@bounces.gable.example`;
  for (const copy of ['dsn@copy.example', 'dsn@office.example']) await arrive(reportAbout(from, copy));
  const problems = async (of: { appointment_id?: string; person_id?: string }) => {
    const found = await owner.call(listDeliveryProblems, of);
    return found.filter(({ is_copy }) => is_copy);
  };
  const copy = { address: 'dsn@copy.example', status: 'bounced', person_id, can_resend: false, missed: 0 };
  const blind = { address: 'dsn@office.example', status: 'bounced', person_id: null };
  const both = expect.arrayContaining([expect.objectContaining(copy), expect.objectContaining(blind)]);
  expect(await problems({ appointment_id: appointment.id })).toEqual(both);
  expect(await problems({})).toEqual(both);
  expect(await problems({ person_id })).toMatchObject([copy]);
  const { status, suppressed } = await fateOf(testApp, subscriberId, id);
  expect(status).toBe('sent');
  expect(suppressed).not.toContain('ann@copy.example all bounced');
  const stranger = await testApp.create.owner();
  expect(await stranger.call(listDeliveryProblems, {})).toEqual([]);
  expect(await owner.call(closeDeliveryProblem, { address: 'DSN@copy.example' })).toEqual({ closed: 1 });
  expect(await problems({})).toMatchObject([blind]);
});
