import { CompiledQuery, type Transaction } from 'kysely';
import { type Db, PgBoss, type WorkOptions } from 'pg-boss';
import type { Logger } from 'pino';
import type { ActionCtx } from './context.ts';
import { registerPreparedStatement } from './db/prepared-statements.ts';
import type { DB } from './db/tables.ts';
import type { EnqueueOptions, JobType } from './job-type.ts';

/** One kind of background work. Its handler runs at least once, so it reads the present state before it acts. */
export interface Job<D extends object> extends JobType<D> {
  run(ctx: ActionCtx, data: D): Promise<void>;
  readonly options: JobOptions;
}

interface JobOptions {
  /** Seconds after which a silent attempt counts as dead. */
  expireInSeconds?: number;
  retryLimit?: number;
  /** First pause before a retry in seconds, doubled each time up to an hour. */
  retryDelay?: number;
  /** `platform`: its transactions cross tenants; only rooms auth and admin, and the kit itself, may say so. */
  scope?: 'platform';
  /** How many of this kind one process runs at once. */
  concurrency?: number;
}

/** Any job, where the kind of data does not matter. */
// biome-ignore lint/suspicious/noExplicitAny: a list of jobs holds different data types; each is checked where it is made
export type AnyJob = Job<any>;

/** What lies in the queue: the tenant travels with the data, since a worker has no session. */
export interface JobEnvelope {
  subscriberId: string;
  data: object;
}

/** Declares a kind of background work. Give it to `ctx.enqueue` and list it in src/app. */
export function job<D extends object>(
  type: string | JobType<D>,
  run: (ctx: ActionCtx, data: D) => Promise<void>,
  options: JobOptions = {},
): Job<D> {
  return { name: typeof type === 'string' ? type : type.name, run, options };
}

/** Makes the context a job runs in: in the name of the envelope's tenant. */
export type MakeJobCtx = (envelope: JobEnvelope, job: AnyJob) => ActionCtx;

/** The queue: enqueues inside a caller's transaction and, in a worker, runs what is due. */
export interface Queue {
  enqueue(
    trx: Transaction<DB>,
    subscriberId: string,
    job: JobType<object>,
    data: object,
    options?: EnqueueOptions,
  ): Promise<void>;
  work(makeCtx: MakeJobCtx): Promise<void>;
  /** Stops taking work and waits for what is running. */
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

/** Opens the queue in schema pgboss and creates one queue per job, with a dead-letter queue beside it. */
export async function openQueue(settings: QueueSettings): Promise<Queue> {
  const { jobs, log, supervise } = settings;
  const boss = new PgBoss({
    ...settings.connection,
    max: 4,
    supervise,
    schedule: false,
    superviseIntervalSeconds: 10,
    // Silent attempts are only looked for when a queue is due to be monitored: without this once a minute, and what a
    // killed worker left behind would lie for as long.
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
  const common = { db: within(trx), ...(options.runAt ? { startAfter: options.runAt as string } : {}) };
  // Without a key every send is its own piece of work: the policy `short` would otherwise fold them into one.
  if (options.key)
    await boss.upsert(each.name, envelope, { ...common, singletonKey: `${subscriberId}:${options.key}` });
  else await boss.send(each.name, envelope, { ...common, singletonKey: crypto.randomUUID() });
}

/** The queue's statements inside the caller's transaction. They are long and the same for a kind of work: their plans are kept. */
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
 * One that does a piece of work at a time. Having done one it looks for the next at once: by itself it would rest for the
 * rest of the second, and what has piled up would be worked off at one piece a second. (Its own `burst…` options wait for counts
 * that are taken every few seconds, or want several pieces at a time.)
 */
async function startWorker(boss: PgBoss, each: AnyJob, log: Logger, makeCtx: MakeJobCtx): Promise<void> {
  let workerId = '';
  workerId = await boss.work<JobEnvelope>(each.name, workOptions, async ([one]) => {
    if (!one) return;
    try {
      await each.run(makeCtx(one.data, each), one.data.data);
    } catch (error) {
      log.warn({ err: error, job: each.name, id: one.id }, 'job failed, will be tried again');
      throw error;
    } finally {
      boss.notifyWorker(workerId);
    }
  });
}
