import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type Logger, pino } from 'pino';
import { afterAll } from 'vitest';
import { createJobContexts, createRuntime, systemCallFacts } from '#app/create-runtime.ts';
import { serveVideoUploads } from '#app/endpoints/video-uploads.ts';
import { jobs } from '#app/features.ts';
import { asInstant } from '#domain/base/time.ts';
import { type TestClock, testClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { createEventBus, type Listener } from '#server/events.ts';
import { diskFileStore } from '#server/files/disk-file-store.ts';
import { withReadCtx, withWriteCtx } from '#server/http/call-contexts.ts';
import type { HandledRoute } from '#server/http/handle.ts';
import { createHttp } from '#server/http/http.ts';
import type { JobEnvelope } from '#server/jobs.ts';
import type { Mail } from '#server/outside/mail.ts';
import { openMaps } from '#server/outside/maps-open.ts';
import { openGateways, type SimulatorAddresses } from '#server/outside/pay/gateways.ts';
import type { Runtime } from '#server/runtime.ts';
import { capturingMailer } from './capturing-mailer.ts';
import { freshDatabase } from './database.ts';
import { createFactories, type Factories } from './factories.ts';
import { createTestUser, type TestUser } from './test-user.ts';

/** A whole house in a test: real routes, real database, clock moved by hand, mails kept instead of sent. */
export interface TestApp {
  readonly runtime: Runtime;
  readonly app: FastifyInstance;
  readonly clock: TestClock;
  readonly sent: { emails: Mail[] };
  /** Everything logged as a warning or worse, oldest first. */
  readonly logs: LogLine[];
  readonly visitor: TestUser;
  /** Makes what a test begins with; each company is its own. */
  readonly create: Factories;
  /** Runs all work that is due, and what follows from it. */
  runDueJobs(): Promise<void>;
  /** Lets time go by ('90 minutes', '2 days') and runs what came due. */
  advanceTime(span: string): Promise<void>;
  /** Looks into the database as one company. */
  readAs<T>(subscriberId: string, work: (ctx: ReadCtx) => Promise<T>): Promise<T>;
  /** Acts in the database as one company. */
  writeAs<T>(subscriberId: string, work: (ctx: WriteCtx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A line of the log as it was written. */
export interface LogLine {
  level: number;
  msg: string;
  err?: { type?: string; message?: string; stack?: string };
}

interface HouseWishes {
  /** The first moment of the house's clock. */
  at?: string;
  env?: Record<string, string>;
  /** Routes and listeners of the test's own, for tests of the kit; they replace those of the rooms. */
  routes?: readonly HandledRoute[];
  listeners?: readonly Listener[];
  /** Simulated gateways of the test's own; without them no gateway answers. */
  gateways?: { simulators: SimulatorAddresses; timeoutMs?: number };
}

/** Opens a house on a fresh database; closed by itself after the file's tests. */
export async function startTestApp(options: HouseWishes = {}): Promise<TestApp> {
  const database = await freshDatabase({ max: 20 });
  const folder = mkdtempSync(join(tmpdir(), 'gable-house-'));
  const clock = testClock(options.at ?? '2030-03-01T14:00:00Z');
  const { mailer, sent } = capturingMailer();
  const config = readConfig({
    DATA_DIR: folder,
    SECRET_KEY: 'a secret for tests, long enough for all',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'http://gable.test',
    ...options.env,
  });
  const { log, logged } = keptLog();
  const patience = options.gateways?.timeoutMs ?? 2000;
  const pay = openGateways({
    config: config.gateways,
    production: false,
    clock,
    log,
    simulators: options.gateways?.simulators ?? null,
    // Waiting between tries costs a test no time.
    kit: {
      sleep: async (ms) => clock.advance(ms),
      timeoutsMs: { read: patience, charge: patience, upload: patience },
    },
  });
  const assembled = await createRuntime({
    config,
    database,
    clock,
    log,
    outside: { mail: mailer, ...openMaps({ config: config.maps, clock, log }), pay },
    files: diskFileStore(join(folder, 'files')),
    supervisesQueue: false,
    checksAnswers: true,
  });
  const house: Runtime = {
    ...assembled,
    // Without gateways nobody opens merchant accounts either.
    ...(options.gateways ? {} : { installation: { ...assembled.installation, merchantOnboarding: null } }),
    ...(options.routes ? { routes: options.routes } : {}),
    ...(options.listeners ? { eventBus: createEventBus(options.listeners) } : {}),
  };
  const app = await createHttp(house);
  serveVideoUploads(app, house);
  await app.ready();
  const close = async () => {
    await app.close();
    await house.queue.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  };
  afterAll(close);
  const settles = () => runDueJobs(house, clock);
  return {
    runtime: house,
    app,
    clock,
    sent: { emails: sent },
    logs: logged,
    visitor: createTestUser(app, { id: '', subscriberId: '', token: null }),
    create: createFactories(house, app),
    runDueJobs: settles,
    advanceTime: async (span) => {
      clock.advance(millisecondsOf(span));
      await settles();
    },
    readAs: (subscriberId, work) =>
      withReadCtx(house, systemCallFacts(house, { subscriberId }, 'tenant', 'test'), work),
    writeAs: (subscriberId, work) =>
      withWriteCtx(house, systemCallFacts(house, { subscriberId }, 'tenant', 'test'), work),
    close,
  };
}

/** GABLE_TEST_LOG=info shows the log as well. */
function keptLog(): { log: Logger; logged: LogLine[] } {
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

/** Runs what is due by the test's clock (or, for work without a time, by the machine's), oldest first, until nothing is left. */
async function runDueJobs(house: Runtime, clock: TestClock): Promise<void> {
  const known = new Map([house.eventBus.dispatch, ...jobs].map((each) => [each.name, each]));
  const makeCtx = createJobContexts(house);
  for (let round = 0; round < 500; round++) {
    const { rows } = await sql<DueJob>`
      select id, name, data from pgboss.job
      where state in ('created', 'retry') and name not like '%.dead'
        and start_after <= greatest(clock_timestamp(), ${asInstant(clock.now())}::timestamptz)
      order by created_on, id limit 50`.execute(house.db);
    if (rows.length === 0) return;
    for (const row of rows) {
      const job = known.get(row.name);
      if (!job) throw new Error(`no such job: ${row.name}`);
      await sql`delete from pgboss.job where id = ${row.id} and name = ${row.name}`.execute(house.db);
      await job.run(makeCtx(row.data, job), row.data.data);
    }
  }
  throw new Error('jobs keep making jobs');
}
