import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createJobContexts } from '#app/create-runtime.ts';
import { mine } from '#server/db/scope.ts';
import { type Mail, MailDeferred, MailRejected } from '#server/outside/mail.ts';
import { startTestApp } from '#testing/test-app.ts';
import { deliverMessage } from './deliver.job.ts';
import { queueMessages } from './queue-messages.ts';

const testApp = await startTestApp();
const { subscriberId } = await testApp.create.owner();
await testApp.runDueJobs();

let count = 0;

/** Queues a mail and returns its id; no attempt to send it was made yet. */
async function queued(): Promise<string> {
  const key = `report_submitted_for_approval.${++count}`;
  await testApp.writeAs(subscriberId, (w) =>
    queueMessages(w, [
      {
        key,
        channel: 'email',
        template_key: 'report_submitted_for_approval',
        ...{ appointment_id: null, person_id: null },
        ...{ to_address: 'colleague@team.example', cc_address: '', bcc_address: '', reply_to: '' },
        from_name: 'Quixby Inspections',
        ...{ subject: 'Report ready for approval', body_text: 'Hello Sam,', body_html: '<p>Hello Sam,</p>' },
        attachments: [],
      },
    ]),
  );
  const row = await testApp.readAs(subscriberId, (r) =>
    mine(r, 'outbound_messages').where('key', '=', key).select('id').executeTakeFirstOrThrow(),
  );
  return row.id;
}

const stateOf = (id: string) =>
  testApp.readAs(subscriberId, (r) =>
    mine(r, 'outbound_messages')
      .where('id', '=', id)
      .select(['status', 'lease_until', 'error'])
      .executeTakeFirstOrThrow(),
  );

/** A separate worker; the test controls when and how its mail server responds. */
function worker(id: string) {
  const sent: Mail[] = [];
  let answer: { resolve(): void; reject(error: Error): void } | undefined;
  const answered = new Promise<void>((resolve, reject) => {
    answer = { resolve, reject };
  });
  const outside = {
    ...testApp.runtime.external,
    mail: {
      send: async (mail: Mail) => {
        sent.push(mail);
        await answered;
        return { providerId: mail.key };
      },
      close: () => {},
    },
  };
  const ctx = createJobContexts({ ...testApp.runtime, external: outside })(
    { subscriberId, data: {} },
    deliverMessage,
  );
  const ends = deliverMessage.run(ctx, { message_id: id });
  ends.catch(() => undefined);
  return { sent, ends, answers: () => answer?.resolve(), fails: (error: Error) => answer?.reject(error) };
}

/**
 * A second worker leaves the claimed mail alone; returns true if an attempt is scheduled for the end of the first one's
 * lease.
 */
async function isRescheduled(id: string): Promise<boolean> {
  const other = worker(id);
  await other.ends;
  expect(other.sent).toEqual([]);
  const { status, lease_until } = await stateOf(id);
  expect(status).toBe('sending');
  return (await nextAttempt(id)) === lease_until;
}

/** When the mail's only pending attempt is due. */
async function nextAttempt(id: string): Promise<string | undefined> {
  const { rows } = await sql<{ start_after: string }>`select start_after from pgboss.job
    where name = ${deliverMessage.name} and state = 'created' and data->'data'->>'message_id' = ${id}`.execute(
    testApp.runtime.db,
  );
  expect(rows.length).toBeLessThan(2);
  return rows[0]?.start_after;
}

/** Advances the clock and the lease renewals by that many seconds. */
async function advance(seconds: number, id: string): Promise<void> {
  for (let each = 0; each < seconds; each += 5) {
    const before = (await stateOf(id)).lease_until;
    testApp.clock.advance(5000);
    await vi.advanceTimersByTimeAsync(5000);
    await vi.waitUntil(async () => (await stateOf(id)).lease_until !== before);
  }
}

afterEach(() => vi.useRealTimers());

test('a mail whose server takes minutes stays with the worker that sends it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const id = await queued();
  const slow = worker(id);
  await vi.waitUntil(() => slow.sent.length === 1);
  await advance(180, id);
  expect(await isRescheduled(id)).toBe(true);
  slow.answers();
  await slow.ends;
  expect(await stateOf(id)).toEqual({ status: 'sent', lease_until: null, error: null });
  expect(vi.getTimerCount()).toBe(0);
});

test('a killed worker’s mail is taken over when its lease ends, and its late result is ignored', async () => {
  // The timers are frozen, so the lease is not renewed.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const id = await queued();
  const dead = worker(id);
  await vi.waitUntil(() => dead.sent.length === 1);
  testApp.clock.advance(19_000);
  expect(await isRescheduled(id)).toBe(true);
  testApp.clock.advance(1000);
  const next = worker(id);
  await vi.waitUntil(() => next.sent.length === 1);
  dead.fails(new MailDeferred('the line was cut'));
  await dead.ends;
  expect((await stateOf(id)).status).toBe('sending');
  next.answers();
  await next.ends;
  expect((await stateOf(id)).status).toBe('sent');
  expect(next.sent).toEqual(dead.sent);
  const late = worker(id);
  await late.ends;
  expect(late.sent).toEqual([]);
});

describe('a mail that cannot be delivered', () => {
  const mail = testApp.runtime.external.mail as {
    send(mail: Mail): Promise<{ providerId: string }>;
    missing?: string;
  };
  const { send } = mail;
  const eventsOf = (id: string) =>
    testApp.readAs(subscriberId, (r) =>
      mine(r, 'events')
        .where('type', '=', 'message.failed')
        .where(sql<boolean>`data->>'message_id' = ${id}`)
        .select('id')
        .execute(),
    );
  afterEach(() => {
    mail.send = send;
    delete mail.missing;
  });

  test('is retried for days while the server is down, at most hourly, and sent when it is back', async () => {
    const id = await queued();
    mail.send = async () => {
      throw new MailDeferred('the server is down');
    };
    for (let hour = 0; hour < 3 * 24; hour++) await testApp.advanceTime('1 hour');
    expect(await eventsOf(id)).toEqual([]);
    expect((await stateOf(id)).status).toBe('queued');
    const due = Date.parse((await nextAttempt(id)) ?? '') - Date.parse(testApp.clock.now());
    expect(due).toBeLessThanOrEqual(3_600_000);
    mail.send = send;
    await testApp.advanceTime('1 hour');
    expect((await stateOf(id)).status).toBe('sent');
    expect(await nextAttempt(id)).toBeUndefined();
  });

  test('fails after four days, or immediately if rejected, and is reported once', async () => {
    const refused = await queued();
    mail.send = async () => {
      throw new MailRejected('there is nobody of that name');
    };
    await testApp.runDueJobs();
    const late = await queued();
    mail.send = async () => {
      throw new MailDeferred('the server is down');
    };
    for (let hour = 0; hour < 5 * 24; hour++) await testApp.advanceTime('1 hour');
    for (const id of [refused, late]) {
      expect((await stateOf(id)).status).toBe('failed');
      expect(await eventsOf(id)).toHaveLength(1);
      expect(await nextAttempt(id)).toBeUndefined();
    }
  });

  test('waits with a reason while no mail server is configured, and does not fail soon after one is', async () => {
    const id = await queued();
    mail.missing = 'SMTP_URL is not set';
    mail.send = async () => {
      throw new MailDeferred('the password of the server is wrong');
    };
    for (let day = 0; day < 10; day++) await testApp.advanceTime('1 day');
    expect(await stateOf(id)).toMatchObject({ status: 'queued', error: 'SMTP_URL is not set' });
    delete mail.missing;
    for (let hour = 0; hour < 24; hour++) await testApp.advanceTime('1 hour');
    expect((await stateOf(id)).status).toBe('queued');
    mail.send = send;
    await testApp.advanceTime('1 hour');
    expect(await stateOf(id)).toMatchObject({ status: 'sent', error: null });
  });
});
