import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type Logger, pino } from 'pino';
import { afterAll } from 'vitest';
import { createJobContexts, createRuntime, systemCallFacts } from '#app/create-runtime.ts';
import { serveMailTracking } from '#app/endpoints/mail-tracking.ts';
import { serveMailWebhooks } from '#app/endpoints/mail-webhooks.ts';
import { serveUnsubscribe } from '#app/endpoints/unsubscribe.ts';
import { serveVideoUploads } from '#app/endpoints/video-uploads.ts';
import { jobs } from '#app/features.ts';
import { asInstant } from '#domain/base/time.ts';
import { type TestClock, testClock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import type { TextAccount } from '#server/config/texts-config.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import type { Connection } from '#server/db/connect.ts';
import { createEventBus, type Listener } from '#server/events.ts';
import { diskFileStore } from '#server/files/disk-file-store.ts';
import { withReadCtx, withWriteCtx } from '#server/http/call-contexts.ts';
import type { HandledRoute } from '#server/http/handle.ts';
import { createHttp } from '#server/http/http.ts';
import type { JobEnvelope } from '#server/jobs.ts';
import { openCaptcha } from '#server/outside/captcha/open-captcha.ts';
import type { Mail } from '#server/outside/mail.ts';
import { openMailReports } from '#server/outside/mail-reports/open-mail-reports.ts';
import { openMaps } from '#server/outside/maps-open.ts';
import { openGateways, type SimulatorAddresses } from '#server/outside/pay/gateways.ts';
import { openTexts } from '#server/outside/texts/open-texts.ts';
import { clamdScanner } from '#server/outside/virus-scanner.ts';
import { createWebhookSender } from '#server/outside/webhook-sender.ts';
import type { Runtime } from '#server/runtime.ts';
import { capturingMailer } from './capturing-mailer.ts';
import { freshDatabase } from './database.ts';
import { createFactories, type Factories } from './factories.ts';
import { createTestUser, type TestUser } from './test-user.ts';

/** A complete app for tests: real routes, real database, a clock set by hand, mail captured instead of sent. */
export interface TestApp {
  readonly runtime: Runtime;
  readonly app: FastifyInstance;
  readonly clock: TestClock;
  /** Where other processes reach its database: a value for DATABASE_URL. */
  readonly databaseUrl: string;
  readonly sent: { emails: Mail[] };
  /** Everything logged as a warning or above, oldest first. */
  readonly logs: LogLine[];
  readonly visitor: TestUser;
  /** Creates test users; each owner has a separate company. */
  readonly create: Factories;
  /** Runs all jobs that are due, and the jobs that they enqueue. */
  runDueJobs(): Promise<void>;
  /** Advances the clock ('90 minutes', '2 days') and runs the jobs that are then due. */
  advanceTime(span: string): Promise<void>;
  /** Reads from the database as one company. */
  readAs<T>(subscriberId: string, work: (ctx: ReadCtx) => Promise<T>): Promise<T>;
  /** Writes to the database as one company. */
  writeAs<T>(subscriberId: string, work: (ctx: WriteCtx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A line of the log as it was written. */
interface LogLine {
  level: number;
  msg: string;
  err?: { type?: string; message?: string; stack?: string };
}

interface TestAppOptions {
  /** The time at which the clock starts. */
  at?: string;
  env?: Record<string, string>;
  /** Routes and listeners for tests of the server layer; they replace those of the features. */
  routes?: readonly HandledRoute[];
  listeners?: readonly Listener[];
  /** Simulated gateways for this test; without them no gateway answers. */
  gateways?: { simulators: SimulatorAddresses; timeoutMs?: number };
  /** A simulated provider of texts for this test; without it there is none. */
  texts?: { account: TextAccount; timeoutMs?: number };
  /** How long a webhook may take. */
  webhookTimeoutMs?: number;
}

/** The key with which the test app signs and encrypts. */
export const testSecretKey = 'a secret for tests, long enough for all';

/** Starts an app on a fresh database and closes it after the file's tests. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await freshDatabase({ max: 20 });
  const folder = mkdtempSync(join(tmpdir(), 'gable-test-app-'));
  const clock = testClock(options.at ?? '2030-03-01T14:00:00Z');
  const { mailer, sent } = capturingMailer();
  const config = readConfig({
    DATA_DIR: folder,
    SECRET_KEY: testSecretKey,
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'http://gable.test',
    ...options.env,
  });
  const { log, logged } = capturedLog();
  const patience = options.gateways?.timeoutMs ?? 2000;
  // No delay between attempts.
  const sleep = async (ms: number) => clock.advance(ms);
  const pay = openGateways({
    config: config.gateways,
    production: false,
    clock,
    log,
    simulators: options.gateways?.simulators ?? null,
    kit: {
      sleep,
      timeoutsMs: { read: patience, charge: patience, upload: patience },
    },
  });
  const textPatience = options.texts?.timeoutMs ?? 2000;
  const texts = openTexts({
    ...{ account: options.texts?.account ?? null, clock, log },
    kit: { sleep, timeoutsMs: { read: textPatience, charge: textPatience } },
  });
  const captcha = openCaptcha({
    ...{ config: config.captcha, publicUrl: config.publicUrl, clock, log },
    kit: { sleep, timeoutsMs: { read: 500 } },
  });
  const assembled = await createRuntime({
    config,
    database,
    clock,
    log,
    outside: {
      ...{ mail: mailer, mailReports: openMailReports({ config: config.mail, clock, log }) },
      ...openMaps({ config: config.maps, clock, log }),
      ...{ pay, texts, captcha },
      scanner: config.scanner && clamdScanner({ address: config.scanner, idleMs: 300 }),
      webhooks: createWebhookSender({ allowed: config.ssrfAllow, timeoutMs: options.webhookTimeoutMs }),
    },
    files: diskFileStore(join(folder, 'files')),
    supervisesQueue: false,
    checksAnswers: true,
  });
  const runtime: Runtime = {
    ...assembled,
    installation: {
      ...assembled.installation,
      canText: options.texts !== undefined,
      // Without gateways, merchant onboarding is not available either.
      ...(options.gateways ? {} : { merchantOnboarding: null }),
    },
    ...(options.routes ? { routes: options.routes } : {}),
    ...(options.listeners ? { eventBus: createEventBus(options.listeners) } : {}),
  };
  const app = await createHttp(runtime);
  serveMailTracking(app, runtime);
  serveMailWebhooks(app, runtime);
  serveUnsubscribe(app, runtime);
  serveVideoUploads(app, runtime);
  await app.ready();
  const close = async () => {
    await app.close();
    await runtime.queue.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  };
  afterAll(close);
  const runDue = () => runDueJobs(runtime, clock);
  return {
    runtime,
    app,
    clock,
    databaseUrl: urlOf(database.connection),
    sent: { emails: sent },
    logs: logged,
    visitor: createTestUser(app, { id: '', subscriberId: '', token: null }),
    create: createFactories(runtime, app),
    runDueJobs: runDue,
    advanceTime: async (span) => {
      clock.advance(millisecondsOf(span));
      await runDue();
    },
    readAs: (subscriberId, work) =>
      withReadCtx(runtime, systemCallFacts(runtime, { subscriberId }, 'tenant', 'test'), work),
    writeAs: (subscriberId, work) =>
      withWriteCtx(runtime, systemCallFacts(runtime, { subscriberId }, 'tenant', 'test'), work),
    close,
  };
}

function urlOf({ connectionString, host = '', port, user, database }: Connection): string {
  if (connectionString) return connectionString;
  const query = new URLSearchParams({ host, ...(port ? { port: String(port) } : {}) });
  return `postgres://${user}@localhost/${database}?${query}`;
}

/** Captures warnings and errors. GABLE_TEST_LOG=info prints the log as well. */
function capturedLog(): { log: Logger; logged: LogLine[] } {
  const logged: LogLine[] = [];
  const shown = process.env.GABLE_TEST_LOG;
  const write = (line: string) => {
    const parsed = JSON.parse(line) as LogLine;
    if (parsed.level >= 40) logged.push(parsed);
    if (shown) process.stdout.write(line);
  };
  return { log: pino({ level: shown ?? 'warn' }, { write }), logged };
}

const units: Record<string, number> = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 };

function millisecondsOf(span: string): number {
  const [, count, unit] = /^(\d+) (second|minute|hour|day)s?$/.exec(span) ?? [];
  if (!count || !unit) throw new Error(`not a span: ${span}`);
  return Number(count) * (units[unit] ?? 0);
}

interface DueJob {
  id: string;
  name: string;
  data: JobEnvelope;
}

/** Runs the jobs due by the test's clock (by the machine's, if they have no time), oldest first, until none is left. */
async function runDueJobs(runtime: Runtime, clock: TestClock): Promise<void> {
  const known = new Map([runtime.eventBus.dispatch, ...jobs].map((each) => [each.name, each]));
  const makeCtx = createJobContexts(runtime);
  for (let round = 0; round < 5000; round++) {
    const { rows } = await sql<DueJob>`
      select id, name, data from pgboss.job
      where state in ('created', 'retry') and name not like '%.dead'
        and start_after <= greatest(clock_timestamp(), ${asInstant(clock.now())}::timestamptz)
      order by created_on, id limit 50`.execute(runtime.db);
    if (rows.length === 0) return;
    for (const row of rows) {
      const job = known.get(row.name);
      if (!job) throw new Error(`no such job: ${row.name}`);
      await sql`delete from pgboss.job where id = ${row.id} and name = ${row.name}`.execute(runtime.db);
      await job.run(makeCtx(row.data, job), row.data.data);
    }
  }
  throw new Error('jobs keep making jobs');
}
