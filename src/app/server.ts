import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { systemClock } from '#server/clock.ts';
import { type Config, readConfig } from '#server/config.ts';
import { type Connection, openDatabase } from '#server/db/connect.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { isMigrated, migrate } from '#server/db/migrate.ts';
import { prepareQueueSchema } from '#server/db/queue-schema.ts';
import { freePort } from '#server/free-port.ts';
import { createHttp } from '#server/http/http.ts';
import { servePages } from '#server/http/pages.ts';
import type { Runtime } from '#server/runtime.ts';
import { describeStartFailure } from '#server/start-failure.ts';
import { createJobContexts, createRuntime } from './create-runtime.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { serveCalendarFeeds } from './endpoints/calendar-feeds.ts';
import { servePaymentWebhooks } from './endpoints/payment-webhooks.ts';
import { servePolicyReports } from './endpoints/policy-reports.ts';
import { serveVideoUploads } from './endpoints/video-uploads.ts';
import { cleanUp } from './jobs/clean-up.ts';
import { reconcileGateways } from './jobs/reconcile-gateways.ts';
import { sweepPayments } from './jobs/sweep-payments.ts';
import { type OpenExternalServices, openExternalServices } from './open-external-services.ts';
import { serveApiPages } from './pages/api-pages.ts';
import { serveDevPages } from './pages/dev-pages.ts';
import { canBeFramed, isPublicPath } from './pages/page-paths.ts';
import { createPagePreparer } from './pages/prepare-pages.ts';

const tidyEveryMs = 3_600_000;
const packageRoot = findRoot(dirname(fileURLToPath(import.meta.url)));

type Closers = (() => Promise<void> | void)[];

await run();

/** Starts this process by its ROLE, and stops it in order when it is asked to, be it half started. */
async function run(): Promise<void> {
  const config = configOrExit();
  const log = pino({
    level: config.logLevel,
    redact: [
      'req.headers.authorization',
      'req.headers.cookie',
      '*.password',
      '*.new_password',
      '*.accessToken',
      '*.token',
    ],
  });
  const closers: Closers = [];
  const stop = stopOnSignal(log, closers);
  try {
    await start(await withPort(config), log, closers);
    stop.isUp();
  } catch (error) {
    // What is under way when we are told to stop may well fail.
    if (stop.isStopping()) return;
    log.debug({ err: error }, 'could not start');
    process.stderr.write(`${describeStartFailure(error, config)}\n`);
    await stop.now(1);
  }
}

/** A port in use is said before the database is started; with PORT=0 links name the port that was found. */
async function withPort(config: Config): Promise<Config> {
  const port = await freePort(config.host, config.port);
  const publicUrl = config.publicUrl.replace(/^(http:\/\/localhost:)0$/, `$1${port}`);
  return { ...config, port, publicUrl };
}

async function start(config: Config, log: Runtime['log'], closers: Closers): Promise<void> {
  const embedded = config.databaseUrl
    ? null
    : await startEmbedded(config.dataDir, { durable: true, maxConnections: 100 });
  if (embedded) closers.push(() => embedded.stop());
  const connection: Connection = embedded?.connection ?? { connectionString: config.databaseUrl ?? '' };
  await migrate(connection, join(packageRoot, 'migrations'));
  await prepareQueueSchema(connection);
  const database = openDatabase(connection, {
    max: config.databasePool,
    onError: (error) => log.error({ err: error }, 'database'),
  });
  closers.push(() => database.close());
  const opened = await openExternalServices(config, log);
  closers.push(() => opened.close());
  const house = await createRuntime({
    config,
    database,
    clock: systemClock,
    log,
    outside: opened.outside,
    files: opened.files,
    supervisesQueue: config.role !== 'web',
    checksAnswers: config.demo,
  });
  closers.push(() => house.queue.stop());
  if (config.demo) await seedDemo(house);
  if (config.role !== 'web') await startWork(house, closers);
  await serve(
    house,
    opened,
    () =>
      database.pool.query('select 1').then(() => isMigrated(database.pool, join(packageRoot, 'migrations'))),
    closers,
  );
}

function configOrExit(): Config {
  try {
    return readConfig();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(2);
  }
}

async function startWork(house: Runtime, closers: Closers): Promise<void> {
  await house.queue.work(createJobContexts(house));
  const hourly = async () => {
    await cleanUp(house).catch((err: unknown) => house.log.error({ err }, 'tidy'));
    await sweepPayments(house).catch((err: unknown) => house.log.error({ err }, 'sweep of payments'));
    await reconcileGateways(house).catch((err: unknown) => house.log.error({ err }, 'comparing of gateways'));
  };
  const timer = setInterval(() => void hourly(), tidyEveryMs);
  closers.push(() => clearInterval(timer));
}

async function serve(
  house: Runtime,
  opened: OpenExternalServices,
  isReady: () => Promise<boolean>,
  closers: Closers,
): Promise<void> {
  const { config } = house;
  const app = await createHttp(house);
  app.get('/health', async () => ({ status: 'ok' }));
  app.get('/ready', async (_req, reply) => {
    const ready = await isReady().catch(() => false);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
  if (config.role !== 'worker') {
    serveCalendarFeeds(app, house);
    servePaymentWebhooks(app, house);
    servePolicyReports(app, house);
    serveVideoUploads(app, house);
    serveApiPages(
      app,
      house.routes.map((each) => each.route),
      config.publicUrl,
    );
    if (opened.outbox) serveDevPages(app, opened.outbox);
    const root = join(packageRoot, 'dist', 'web');
    await servePages(app, {
      root,
      isPublicPath,
      mayBeFramed: canBeFramed,
      prepare: createPagePreparer(app, root, house),
    });
  }
  const address = await app.listen({ port: config.port, host: config.host });
  closers.push(() => app.close());
  announce(config, address);
}

function announce(config: Config, address: string): void {
  const lines = [`Gable is at ${config.publicUrl} (${config.role}, listening on ${address})`];
  if (config.demo) {
    const logins = ['owner@demo.test', 'technician@demo.test', 'staff@demo.test', 'admin@platform.test'];
    lines.push(`Demo logins: ${logins.join(', ')} with password ${config.demoPassword}`);
    lines.push(`Mails that would have left: ${config.publicUrl}/dev/outbox`);
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** HTTP first, then the work, the pool and the database: no request fails, no job is lost. */
function stopOnSignal(log: Runtime['log'], closers: Closers) {
  let [stopping, isUp] = [false, false];
  const now = async (exitCode: number) => {
    if (stopping) return;
    stopping = true;
    for (const close of closers.reverse()) {
      try {
        await close();
      } catch (err) {
        log.error({ err }, 'while stopping');
      }
    }
    process.exit(exitCode);
  };
  const stop = (signal: string) => {
    log.info({ signal }, 'stopping');
    // What is still being made ready breaks off, and that is no error.
    if (!isUp) log.level = 'silent';
    return now(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  // scripts/start.mjs holds a channel to us: when it is killed, we stop as well.
  process.on('disconnect', () => void stop('disconnect'));
  return {
    now,
    isStopping: () => stopping,
    isUp: () => {
      isUp = true;
    },
  };
}

function findRoot(from: string): string {
  let folder = from;
  while (!existsSync(join(folder, 'migrations'))) folder = dirname(folder);
  return folder;
}
