import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { seedCatalog } from '#features/templates/catalog/seed-catalog.ts';
import { systemClock } from '#server/clock.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { describeStartFailure } from '#server/config/start-failure.ts';
import { type Connection, openDatabase } from '#server/db/connect.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { prepareQueueSchema } from '#server/db/queue-schema.ts';
import { errorForLog } from '#server/error-for-log.ts';
import { freePort } from '#server/free-port.ts';
import { createHttp } from '#server/http/http.ts';
import { refuseBusy, shedLoad } from '#server/http/load/shed-load.ts';
import { servePages } from '#server/http/pages.ts';
import { takeTurns } from '#server/http/visitor-turns.ts';
import type { Runtime } from '#server/runtime.ts';
import { createRuntime } from './create-runtime.ts';
import { closePublishedLogins } from './demo/published-logins.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { serveCalendarFeeds } from './endpoints/calendar-feeds.ts';
import { serveMailTracking } from './endpoints/mail-tracking.ts';
import { serveMailWebhooks } from './endpoints/mail-webhooks.ts';
import { servePaymentWebhooks } from './endpoints/payment-webhooks.ts';
import { servePolicyReports } from './endpoints/policy-reports.ts';
import { serveSecurityContact } from './endpoints/security-contact.ts';
import { serveSessionStart } from './endpoints/session-start.ts';
import { serveTextWebhooks } from './endpoints/text-webhooks.ts';
import { serveUnsubscribe } from './endpoints/unsubscribe.ts';
import { serveVideoUploads } from './endpoints/video-uploads.ts';
import { serveWebhookSink } from './endpoints/webhook-sink.ts';
import { type Closers, startWork } from './jobs/start-work.ts';
import { type OpenExternalServices, openExternalServices } from './open-external-services.ts';
import { serveApiPages } from './pages/api-pages.ts';
import { serveDevPages } from './pages/dev-pages.ts';
import { canBeFramed, isPublicPath } from './pages/page-paths.ts';
import { createPagePreparer } from './pages/prepare-pages.ts';
import { openReadiness } from './readiness.ts';

const packageRoot = findRoot(dirname(fileURLToPath(import.meta.url)));

await run();

/** Starts this process according to its ROLE, and shuts it down in order on a signal, even during startup. */
async function run(): Promise<void> {
  const config = configOrExit();
  const log = pino({
    level: config.logLevel,
    serializers: { err: errorForLog },
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
    // Work in progress is expected to fail once we are stopping.
    if (stop.isStopping()) return;
    log.debug({ err: error }, 'could not start');
    process.stderr.write(`${describeStartFailure(error, config)}\n`);
    await stop.now(1);
  }
}

/** Reports a port in use before the database is started. With PORT=0, links contain the port that was assigned. */
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
    onError: (error) => log.error({ err: error }, 'database error'),
  });
  closers.push(() => database.close());
  const opened = await openExternalServices(config, log);
  closers.push(() => opened.close());
  const runtime = await createRuntime({
    config,
    database,
    clock: systemClock,
    log,
    outside: opened.outside,
    files: opened.files,
    supervisesQueue: config.role !== 'web',
    checksAnswers: config.demo,
  });
  closers.push(() => runtime.queue.stop());
  await closePublishedLogins(runtime);
  // A file that can't be read must not keep the server from starting.
  await seedCatalog(runtime.db, join(packageRoot, 'assets/templates'), runtime.clock.now()).catch(
    (err: unknown) => log.error({ err }, 'could not fill the template store'),
  );
  if (config.demo) await seedDemo(runtime);
  if (config.role === 'worker') lowerPriority(log);
  if (config.role !== 'web') await startWork(runtime, closers);
  const readiness = openReadiness(connection, join(packageRoot, 'migrations'));
  closers.push(() => readiness.close());
  await serve(runtime, opened, readiness.isReady, closers);
}

function configOrExit(): Config {
  try {
    return readConfig();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(2);
  }
}

/** Where both run on one machine, requests come before background work. */
function lowerPriority(log: Runtime['log']): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch (err) {
    log.debug({ err }, 'could not lower the priority of this process');
  }
}

async function serve(
  runtime: Runtime,
  opened: OpenExternalServices,
  isReady: () => Promise<boolean>,
  closers: Closers,
): Promise<void> {
  const { config } = runtime;
  const app = await createHttp(runtime);
  await shedLoad(app, runtime, { maxDelayMs: config.load.maxLoopDelayMs, isPublicPath });
  takeTurns(app, isPublicPath, (req, reply) => refuseBusy(runtime, req, reply));
  // A balancer that finds every process late must not take every process out.
  const probe = { config: { isNeverShed: true } };
  app.get('/health', probe, async () => ({ status: 'ok' }));
  app.get('/ready', probe, async (_req, reply) => {
    const ready = await isReady();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
  if (config.role !== 'worker') {
    serveCalendarFeeds(app, runtime);
    serveMailTracking(app, runtime);
    serveMailWebhooks(app, runtime);
    servePaymentWebhooks(app, runtime);
    servePolicyReports(app, runtime);
    serveSecurityContact(app, runtime);
    serveUnsubscribe(app, runtime);
    serveTextWebhooks(app, runtime);
    serveVideoUploads(app, runtime);
    serveSessionStart(app, runtime);
    serveApiPages(
      app,
      runtime.routes.map((each) => each.route),
      config.publicUrl,
    );
    if (opened.outbox) serveDevPages(app, opened.outbox, opened.phonesUrl);
    if (opened.webhookSink) serveWebhookSink(app, opened.webhookSink);
    const root = join(packageRoot, 'dist', 'web');
    await servePages(app, {
      root,
      isPublicPath,
      mayBeFramed: canBeFramed,
      prepare: createPagePreparer(app, root, runtime),
    });
  }
  const address = await app.listen({ port: config.port, host: config.host });
  closers.push(() => app.close());
  announce(config, address, opened.phonesUrl !== null);
}

function announce(config: Config, address: string, hasPhones: boolean): void {
  const lines = [`Gable is at ${config.publicUrl} (${config.role}, listening on ${address})`];
  if (config.demo) {
    const logins = ['owner@demo.test', 'technician@demo.test', 'staff@demo.test', 'admin@platform.test'];
    lines.push(`Demo logins: ${logins.join(', ')} with password ${config.demoPassword}`);
    lines.push(`Mails that would have left: ${config.publicUrl}/dev/outbox`);
    if (hasPhones) lines.push(`Texts that would have left, and replies: ${config.publicUrl}/dev/phones`);
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Closes HTTP first, then the jobs, the pool and the database, so that no request fails and no job is lost. */
function stopOnSignal(log: Runtime['log'], closers: Closers) {
  let [stopping, isUp] = [false, false];
  const now = async (exitCode: number) => {
    if (stopping) return;
    stopping = true;
    for (const close of closers.reverse()) {
      try {
        await close();
      } catch (err) {
        log.error({ err }, 'error while stopping');
      }
    }
    process.exit(exitCode);
  };
  const stop = (signal: string) => {
    log.info({ signal }, 'stopping');
    // Startup steps that are interrupted fail, which is not an error here.
    if (!isUp) log.level = 'silent';
    return now(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  // scripts/start.mjs holds an IPC channel to this process: when it is killed, we stop as well.
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
