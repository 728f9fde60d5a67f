import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fateOf, queueMail, referenceOf } from '#features/messages/outbox/mail-for-tests.ts';
import { reportsAbout } from '#simulators/smtp/reports.ts';
import { startTestApp } from '#testing/test-app.ts';

const testApp = await startTestApp();
const { subscriberId } = await testApp.create.owner();
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
