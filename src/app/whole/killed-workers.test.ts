import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import {
  bookedWith,
  groupOf,
  jobsOf,
  multiply,
} from '#features/automations/running/automations-for-tests.ts';
import { queueMail } from '#features/messages/outbox/mail-for-tests.ts';
import { queueMessages } from '#features/messages/outbox/queue-messages.ts';
import { limitSending } from '#features/messages/sending/limits-for-tests.ts';
import { grantTextCredits } from '#features/messages/texting/text-credits.ts';
import { systemClock } from '#server/clock.ts';
import { asPlatform } from '#server/db/connect.ts';
import { startSmtpSink } from '#simulators/smtp/smtp-sink.ts';
import { startTextSimulator } from '#simulators/texts/text-simulator.ts';
import { newClient } from '#testing/bookings.ts';
import { builtServer, freePort, type RunningServer, startServer } from '#testing/running-server.ts';
import { startTestApp, testSecretKey } from '#testing/test-app.ts';
import { isThorough } from '#testing/thorough.ts';

const isWholeRun = process.env.npm_lifecycle_event === 'test';
const jobs = isThorough ? 300 : 30;
const handOverMs = 2000;
/** Mails that one worker hands over at once. */
const atOnce = 4;

// Texts are sent by day only: somewhere it is day.
const zones = ['Pacific/Honolulu', 'America/New_York', 'Europe/Berlin', 'Asia/Tokyo'];
const hourIn = (timeZone: string) =>
  Number(
    new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(
      Date.parse(systemClock.now()),
    ),
  );
const timezone = zones.find((zone) => hourIn(zone) >= 9 && hourIn(zone) < 20) ?? 'America/New_York';

const isRun = isWholeRun || existsSync(builtServer);
// Opened here: what is to be closed after the file is not registered within a test.
const opened = isRun ? await openWorkers() : null;

test.skipIf(!isRun)(
  'workers that are killed between hand-over and result send nothing under a second id, and repeat nothing silently (A3)',
  async () => {
    if (!opened) return;
    const { start, mails, sim, testApp } = opened;
    const owner = await testApp.create.owner({ timezone });
    await limitSending(testApp, owner.subscriberId, {});
    const client = await newClient(owner, { email: 'slow@client.example' });
    const group = await groupOf(owner, { event_type: 2, subject: 'A3' });
    const booked = await bookedWith(owner, group, { clients: [client], at: '2040-03-12T09:00' });
    await multiply(testApp, owner, booked.id, jobs);
    const dropped = await queueMail(testApp, owner.subscriberId, { to_address: 'drop@client.example' });
    await testApp.writeAs(owner.subscriberId, async (w) => {
      await grantTextCredits(w, 100, 'Test');
      await queueMessages(w, [{ ...text, key: 'text.a3', to_address: '+15125552001' }]);
    });
    // The provider has the text, and its answer never comes.
    sim.listener.faults.add({ match: { method: 'POST' }, action: { kind: 'timeout_after_commit' } });
    const workers = await Promise.all([start(), start(), start()]);
    await vi.waitUntil(() => mails('A3').length >= 3 * atOnce && sim.texts().length > 0, { timeout: 60_000 });
    // A worker that has handed over a mail waits for the answer of the server, or of the provider.
    for (const worker of workers.slice(0, 2)) await worker.kill();
    await start();

    const key = (each: { key: string }) => each.key;
    const stateOf = () =>
      asPlatform(testApp.runtime.db, async (trx) => ({
        messages: await trx
          .selectFrom('outbound_messages')
          .where((eb) =>
            eb.or([eb('key', 'like', 'action.%'), eb('key', '=', 'text.a3'), eb('id', '=', dropped)]),
          )
          .select(['id', 'key', 'status', 'attempts'])
          .execute(),
        events: await trx.selectFrom('message_events').select(['message_id', 'kind', 'detail']).execute(),
      }));
    await vi.waitUntil(
      async () => {
        const { messages } = await stateOf();
        return messages.length === jobs + 2 && !messages.some((one) => /queued|sending/.test(one.status));
      },
      { timeout: 240_000, interval: 500 },
    );
    const { messages, events } = await stateOf();
    const arrived = mails('A3');
    expect(new Set(arrived.map(key)).size).toBe(jobs);
    expect(new Set((await jobsOf(testApp, booked.id)).map((job) => job.status))).toEqual(new Set(['done']));
    // A mail of a killed worker may come again: under its id, with its bytes, and its timeline says so.
    const again = [...new Set(arrived.map(key))]
      .map((each) => arrived.filter((one) => one.key === each))
      .filter((same) => same.length > 1);
    expect(again.length).toBeLessThanOrEqual(2 * atOnce);
    for (const same of again) {
      expect(new Set(same.map((one) => one.hash)).size).toBe(1);
      const message = messages.find((one) => same[0]?.key === one.key);
      const kinds = events.filter((one) => one.message_id === message?.id).map((one) => one.kind);
      expect(kinds).toContain('deferred');
    }
    // The server accepted and died: reported, not repeated.
    expect(messages.find((one) => one.id === dropped)?.status).toBe('uncertain');
    expect(mails('Your report')).toHaveLength(1);
    // The provider's list was read before anything else was sent.
    expect(sim.texts().filter((one) => one.to === '+15125552001')).toHaveLength(1);
    expect(messages.find((one) => one.key === 'text.a3')?.status).toMatch(/^(sent|delivered)$/);
  },
  400_000,
);

const text = {
  ...{ channel: 'text' as const, template_key: 'action', appointment_id: null, person_id: null },
  ...{ cc_address: '', bcc_address: '', reply_to: '', from_name: '', subject: '', body_html: '' },
  ...{ body_text: 'We are on our way.', attachments: [] },
};

/** A company's database, a slow mail server, a provider of texts, and worker processes of the built server. */
async function openWorkers() {
  if (!existsSync(builtServer))
    throw new Error('dist/server.js is missing: npm test must build before it runs the tests');
  const mailFolder = mkdtempSync(join(tmpdir(), 'gable-killed-'));
  const sink = await startSmtpSink({ folder: mailFolder, slowMs: handOverMs });
  const sim = await startTextSimulator({ inboundUrl: 'http://127.0.0.1:9/none', delayMs: 1 });
  const account = {
    ...{ accountSid: sim.accountSid, authToken: sim.authToken, apiKey: null },
    ...{ sender: { from: sim.from }, apiBase: sim.url },
  };
  const testApp = await startTestApp({ at: systemClock.now(), texts: { account } });
  const workers: RunningServer[] = [];
  const start = async () => {
    const worker = await startServer({
      dataDir: mkdtempSync(join(mailFolder, 'worker-')),
      port: await freePort(),
      env: {
        ...{ DATABASE_URL: testApp.databaseUrl, SECRET_KEY: testSecretKey, DEMO: '0', ROLE: 'worker' },
        ...{ SMTP_URL: sink.url, LOG_LEVEL: 'fatal', TWILIO_ACCOUNT_SID: sim.accountSid },
        ...{ TWILIO_AUTH_TOKEN: sim.authToken, TWILIO_FROM: sim.from, TWILIO_API_BASE: sim.url },
      },
    });
    workers.push(worker);
    return worker;
  };
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await Promise.all([sink.stop(), sim.stop()]);
    rmSync(mailFolder, { recursive: true, force: true });
  });
  return { start, mails: (subject: string) => mailsIn(mailFolder, subject), sim, testApp };
}

function mailsIn(folder: string, subject: string) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name)))
    .filter((bytes) => bytes.includes(`Subject: ${subject}`))
    .map((bytes) => ({
      key: /^Message-ID: <([^@>]+)@/im.exec(bytes.toString('latin1').replace(/\r\n[ \t]+/g, ' '))?.[1] ?? '',
      hash: createHash('sha256').update(bytes).digest('hex'),
    }));
}
