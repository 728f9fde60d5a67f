import { CompiledQuery, type Transaction } from 'kysely';
import { type Db, PgBoss, type WorkOptions } from 'pg-boss';
import type { Logger } from 'pino';
import type { ActionCtx } from './context.ts';
import { registerPreparedStatement } from './db/prepared-statements.ts';
import type { DB } from './db/tables.ts';
import type { EnqueueOptions, JobType } from './job-type.ts';

/** A kind of background work. Its handler runs at least once, so it must read the current state before it acts. */
export interface Job<D extends object> extends JobType<D> {
  run(ctx: ActionCtx, data: D): Promise<void>;
  readonly options: JobOptions;
}

interface JobOptions {
  /** Seconds after which an attempt without a sign of life counts as dead. */
  expireInSeconds?: number;
  retryLimit?: number;
  /** Delay before the first retry in seconds, doubled each time up to an hour. */
  retryDelay?: number;
  /** `platform`: its transactions cross tenants. Only the features auth and admin and the server itself may use it. */
  scope?: 'platform';
  /** How many of this kind one process runs at once. */
  concurrency?: number;
}

/** Any job, where its type of data does not matter. */
// biome-ignore lint/suspicious/noExplicitAny: a list of jobs has different data types, each checked where declared
export type AnyJob = Job<any>;

/** A queued job: it carries the tenant, since a worker has no session. */
export interface JobEnvelope {
  subscriberId: string;
  data: object;
}

/** Declares a kind of background work. Pass it to `ctx.enqueue` and list it in src/app. */
export function job<D extends object>(
  type: string | JobType<D>,
  run: (ctx: ActionCtx, data: D) => Promise<void>,
  options: JobOptions = {},
): Job<D> {
  return { name: typeof type === 'string' ? type : type.name, run, options };
}

/** Creates the context a job runs in, as the envelope's tenant. */
export type MakeJobCtx = (envelope: JobEnvelope, job: AnyJob) => ActionCtx;

/** The queue: enqueues inside a caller's transaction and, in a worker, runs due jobs. */
export interface Queue {
  enqueue(
    trx: Transaction<DB>,
    subscriberId: string,
    job: JobType<object>,
    data: object,
    options?: EnqueueOptions,
  ): Promise<void>;
  work(makeCtx: MakeJobCtx): Promise<void>;
  /** Stops fetching jobs and waits for the running ones. */
  stop(): Promise<void>;
  readonly boss: PgBoss;
}

interface QueueSettings {
  connection: {
    connectionString?: string;
    host?: string;
    user?: string;
    database?: string;
    port?: number;
    password?: string;
  };
  jobs: readonly AnyJob[];
  log: Logger;
  /** false: only enqueue (web process, tests that run jobs by hand). */
  supervise: boolean;
}

const graceMs = 20_000;

/** Opens the queue in schema pgboss and creates one queue per job, each with a dead-letter queue. */
export async function openQueue(settings: QueueSettings): Promise<Queue> {
  const { jobs, log, supervise } = settings;
  const boss = new PgBoss({
    ...settings.connection,
    max: 4,
    supervise,
    schedule: false,
    superviseIntervalSeconds: 10,
    // pg-boss only checks for expired attempts when a queue is due for monitoring: by default once a minute, which is
    // how long the jobs of a killed worker would wait.
    monitorIntervalSeconds: 5,
    useListenNotify: supervise,
  });
  boss.on('error', (error: unknown) => log.error({ err: error }, 'job queue'));
  await boss.start();
  for (const each of jobs) await createQueues(boss, each);
  return {
    boss,
    enqueue: (trx, subscriberId, each, data, options = {}) =>
      send(boss, trx, subscriberId, each, data, options),
    work: (makeCtx) => work(boss, jobs, log, makeCtx),
    stop: () => boss.stop({ graceful: true, timeout: graceMs, close: true }),
  };
}

async function createQueues(boss: PgBoss, each: AnyJob): Promise<void> {
  const dead = `${each.name}.dead`;
  await boss.createQueue(dead);
  await boss.createQueue(each.name, {
    policy: 'short',
    notify: true,
    retryLimit: each.options.retryLimit ?? 5,
    retryDelay: each.options.retryDelay ?? 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: each.options.expireInSeconds ?? 120,
    heartbeatSeconds: 10,
    deadLetter: dead,
  });
}

async function send(
  boss: PgBoss,
  trx: Transaction<DB>,
  subscriberId: string,
  each: JobType<object>,
  data: object,
  options: EnqueueOptions,
): Promise<void> {
  const envelope: JobEnvelope = { subscriberId, data };
  const common = {
    db: within(trx),
    ...(options.runAt ? { startAfter: options.runAt as string } : {}),
    ...(options.priority === undefined ? {} : { priority: options.priority }),
  };
  // Without a key every send is a separate job: the policy `short` would otherwise merge them.
  if (options.key)
    await boss.upsert(each.name, envelope, { ...common, singletonKey: `${subscriberId}:${options.key}` });
  else await boss.send(each.name, envelope, { ...common, singletonKey: crypto.randomUUID() });
}

/**
 * Runs the queue's statements in the caller's transaction. They are long and identical per kind of job, so they are
 * prepared.
 */
function within(trx: Transaction<DB>): Db {
  return {
    executeSql: async (text, values) => {
      registerPreparedStatement(text);
      return trx.executeQuery(CompiledQuery.raw(text, values ?? []));
    },
  };
}

async function work(boss: PgBoss, jobs: readonly AnyJob[], log: Logger, makeCtx: MakeJobCtx): Promise<void> {
  for (const each of jobs) {
    for (let i = 0; i < (each.options.concurrency ?? 2); i++) await startWorker(boss, each, log, makeCtx);
  }
}

const workOptions: WorkOptions = {
  batchSize: 1,
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 1,
};

/**
 * Starts a worker that runs one job at a time and fetches the next immediately. By default pg-boss would wait for the
 * rest of the second, so a backlog would shrink by one job a second. (Its own `burst…` options wait for counts that are
 * taken every few seconds, or fetch several jobs at a time.)
 */
async function startWorker(boss: PgBoss, each: AnyJob, log: Logger, makeCtx: MakeJobCtx): Promise<void> {
  let workerId = '';
  workerId = await boss.work<JobEnvelope>(each.name, workOptions, async ([one]) => {
    if (!one) return;
    try {
      await each.run(makeCtx(one.data, each), one.data.data);
    } catch (error) {
      log.warn({ err: error, job: each.name, id: one.id }, 'job failed, will be retried');
      throw error;
    } finally {
      boss.notifyWorker(workerId);
    }
  });
}
