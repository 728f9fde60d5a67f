import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createJobContexts } from '#app/create-runtime.ts';
import { sweepAutomations } from '#app/jobs/sweep-automations.ts';
import { clients } from '#features/people/contract.ts';
import { asPlatform } from '#server/db/connect.ts';
import { type Mail, MailDeferred } from '#server/outside/mail.ts';
import { newClient } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { bookedWith, groupOf, jobsOf, multiply, runAutomations } from './automations-for-tests.ts';
import { runDueJobs } from './run-due.job.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const mailsOf = (subject: string) => testApp.sent.emails.filter((mail) => mail.subject.includes(subject));
const runOnce = (owner: TestUser) => {
  const makeCtx = createJobContexts(testApp.runtime);
  return runDueJobs.run(makeCtx({ subscriberId: owner.subscriberId, data: {} }, runDueJobs), {});
};

const queuedFor = async (owner: TestUser) => {
  const rows = await asPlatform(testApp.runtime.db, (trx) =>
    trx
      .selectFrom('outbound_messages')
      .where('subscriber_id', '=', owner.subscriberId)
      .where('template_key', '=', 'action')
      .select('key')
      .execute(),
  );
  return rows.map((row) => row.key);
};

test('three workers at once, one of them cut off, queue each message once and take turns (A3)', async () => {
  const owner = await testApp.create.owner();
  const booked = await bookedWith(owner, await groupOf(owner, { event_type: 2, subject: 'A3' }));
  await multiply(testApp, owner, booked.id, 120);
  const cut = setTimeout(() => {
    void asPlatform(testApp.runtime.db, (trx) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and state <> 'idle' and query like '%automation_jobs%'`.execute(trx),
    ).catch(() => null);
  }, 300);
  await Promise.allSettled([runOnce(owner), runOnce(owner), runOnce(owner)]);
  clearTimeout(cut);
  // They stop while mails wait to be sent.
  const first = (await queuedFor(owner)).length;
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(80);
  for (let i = 0; i < 20 && (await sweepAutomations(testApp.runtime)) > 0; i++) {
    await testApp.runDueJobs();
    // What was cut off is run again after a minute.
    testApp.clock.advance(60_000);
  }
  const keys = await queuedFor(owner);
  expect(new Set(keys).size).toBe(120);
  expect(keys).toHaveLength(120);
  expect(mailsOf('A3')).toHaveLength(120);
});

test('after an outage, what still makes sense is sent once, the rest is skipped (A7)', async () => {
  const owner = await testApp.create.owner();
  const before = {
    event_type: 18,
    trigger_type: 'before',
    duration: 24,
    duration_type: 1,
    subject: 'A7 before',
  };
  const after = { event_type: 19, duration: 1, duration_type: 2, subject: 'A7 after' };
  const group = await groupOf(owner, before);
  const soon = await bookedWith(owner, group, { at: '2030-03-12T12:00' });
  const past = await bookedWith(owner, group, { at: '2030-03-12T07:00' });
  const ended = await bookedWith(owner, await groupOf(owner, after), { at: '2030-03-10T20:00' });
  testApp.clock.set('2030-03-12T13:00:00Z');
  await runAutomations(testApp);
  await runAutomations(testApp);
  const stateOf = async (id: string) => (await jobsOf(testApp, id)).map((job) => [job.status, job.reason]);
  expect(await stateOf(soon.id)).toEqual([['done', null]]);
  expect(await stateOf(past.id)).toEqual([['skipped', 'too_late']]);
  expect(await stateOf(ended.id)).toEqual([['done', null]]);
  expect(
    mailsOf('A7')
      .map((mail) => mail.subject)
      .toSorted(),
  ).toEqual(['A7 after', 'A7 before']);
});

test('values add no header and no markup, and are merged once (A9)', async () => {
  const owner = await testApp.create.owner();
  const client = await newClient(owner, { first_name: 'Ann', last_name: 'Doe' });
  await testApp.writeAs(owner.subscriberId, (w) =>
    w.db
      .updateTable('contacts')
      .set({ first_name: 'Ann\r\nBcc: spy@example.com', last_name: 'Smith & Sons {{payments.outstanding}}' })
      .where('subscriber_id', '=', owner.subscriberId)
      .where('id', '=', client)
      .execute(),
  );
  const action = {
    event_type: 2,
    subject: 'A9 For {{clients.names}}',
    body_content: '<p>For {{clients.names}}</p>',
  };
  await bookedWith(owner, await groupOf(owner, action), { clients: [client], at: '2030-04-08T09:00' });
  await runAutomations(testApp);
  const [mail, ...others] = mailsOf('A9');
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('A9 For Ann Bcc: spy@example.com Smith & Sons {{payments.outstanding}}');
  expect(mail?.to).toHaveLength(1);
  expect(mail?.bcc).toEqual([]);
  expect(mail?.html).toContain('Smith &amp; Sons {{payments.outstanding}}');
  expect(mail?.text).toContain('Smith & Sons {{payments.outstanding}}');
});

test('200 messages of ten companies, mixed, of which every seventh fails first, hold only what is their own (A11)', async () => {
  const companies = [];
  for (let n = 0; n < 10; n++) {
    const owner = await testApp.create.owner({ company_name: `Company ${n}.` });
    const { id } = await owner.call(clients.create, {
      first_name: `Client${n}`,
      last_name: 'X',
      email: `c${n}@x.example`,
    });
    const action = {
      event_type: 2,
      ...{
        subject: 'A11 {{clients.first_name}}',
        body_content: '<p>{{company.name}} {{inspection.client_link}}</p>',
      },
      ...{ cc_address: [`cc${n}@x.example`], bcc_address: [`bcc${n}@x.example`], from_address: 2 },
    };
    const booked = await bookedWith(owner, await groupOf(owner, action), {
      clients: [id],
      at: '2030-04-09T09:00',
    });
    await multiply(testApp, owner, booked.id, 20);
    companies.push({ n, owner, link: booked.people.find((one) => one.role === 'client')?.link ?? '' });
  }
  const mail = testApp.runtime.external.mail as { send(sent: Mail): Promise<{ providerId: string }> };
  const { send } = mail;
  let attempts = 0;
  mail.send = async (sent) => {
    attempts += 1;
    if (attempts % 7 === 0) throw new MailDeferred('try later');
    return send(sent);
  };
  await runAutomations(testApp);
  mail.send = send;
  expect(mailsOf('A11').length).toBeLessThan(200);
  await testApp.advanceTime('5 minutes');
  const senders = new Set<string>();
  for (const { n, link } of companies) {
    const own = mailsOf(`A11 Client${n}`);
    expect(new Set(own.map((one) => one.key)).size).toBe(20);
    expect(own).toHaveLength(20);
    for (const one of own) {
      expect([one.to, one.cc, one.bcc]).toEqual(
        [`c${n}`, `cc${n}`, `bcc${n}`].map((name) => [{ address: `${name}@x.example` }]),
      );
      expect(one.html).toContain(`Company ${n}.`);
      expect(one.html).toContain(link);
      for (const other of companies.filter((each) => each.n !== n)) {
        expect(one.html).not.toContain(other.link);
        expect(one.html).not.toContain(`Company ${other.n}.`);
      }
      senders.add(`${one.replyTo?.address} ${n}`);
    }
  }
  expect(senders.size).toBe(10);
});

test('an attempt that fails is repeated after 1, 5, 30, 120 and 720 minutes, then it is listed as failed', async () => {
  const owner = await testApp.create.owner();
  const booked = await bookedWith(owner, await groupOf(owner, { event_type: 2, subject: 'Broken' }), {
    at: '2030-04-10T09:00',
  });
  // A payment of an unknown kind makes writing its values throw.
  await asPlatform(testApp.runtime.db, (trx) =>
    sql`update automation_jobs set event_data = '{"details": {"payment": {"amount_cents": "x"}}}'
      where appointment_id = ${booked.id} and event_type = 2`.execute(trx),
  );
  const waits: (number | null)[] = [];
  for (const minutes of [0, 1, 5, 30, 120, 720]) {
    testApp.clock.advance(minutes * 60_000);
    await runAutomations(testApp);
    const [job] = (await jobsOf(testApp, booked.id)).filter((one) => one.event_type === 2);
    const retry = job?.retry_at ?? null;
    waits.push(retry === null ? null : (Date.parse(retry) - Date.parse(testApp.clock.now())) / 60_000);
    if (retry === null) expect(job).toMatchObject({ status: 'failed', reason: 'error', attempts: 6 });
  }
  expect(waits).toEqual([1, 5, 30, 120, 720, null]);
  expect(mailsOf('Broken')).toEqual([]);
});
