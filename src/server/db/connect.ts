import { CompiledQuery, Kysely, PostgresDriver, type Transaction } from 'kysely';
import pg from 'pg';
import { columnTypes } from './column-types.ts';
import { HeldKeys, KeyBusy, keyDeadline, pauseAfter, rememberKeys } from './key-locks.ts';
import { dialectOn, driverWithoutBegin, isStalePlan } from './pool-driver.ts';
import type { DB } from './tables.ts';
import { busyError, createTurns, type Turns } from './turns.ts';

/** How to reach a database: a URL, or its parts (the embedded server's socket). Also accepted by pg-boss. */
export interface Connection {
  connectionString?: string;
  host?: string;
  port?: number;
  user?: string;
  password?: string;
  database?: string;
}

/** An open pool and its query builder. */
export interface Database {
  readonly db: Kysely<DB>;
  readonly pool: pg.Pool;
  readonly connection: Connection;
  close(): Promise<void>;
}

/** Whose rights a transaction has: one tenant's, limited by row-level security, or the platform's. */
export interface TransactionScope {
  role: 'tenant' | 'platform';
  subscriberId: string | null;
  userId: string | null;
  access: 'read' | 'write';
  /** Who takes turns for connections with whom (`turns.ts`); a tenant does as itself, the platform not at all. */
  turn?: string;
  /** Work nobody waits for, which may take longer. */
  isBackground?: boolean;
}

/** The database role for each kind of scope. */
export const roleNames = { tenant: 'app_user', platform: 'app_admin' } as const;
/** Serialization failure and deadlock: nothing was committed, so the work can be retried. */
const retryableCodes = new Set(['40001', '40P01']);
const maxAttempts = 4;

/**
 * How long a transaction may wait for a row's lock, work on one statement, and hold its locks without doing anything: a
 * process that was stopped in the middle frees everyone else after the last one.
 */
const limits = {
  request: { lock_timeout: '5s', statement_timeout: '30s', idle_in_transaction_session_timeout: '30s' },
  background: { lock_timeout: '20s', statement_timeout: '10min', idle_in_transaction_session_timeout: '60s' },
};

/** What the transactions of a pool need besides its public instance, by which it is found. */
interface Scoped {
  /** Its transactions start with our own first statement. */
  db: Kysely<DB>;
  turns: Turns;
}
const scopedInstances = new WeakMap<Kysely<DB>, Scoped>();

/** Opens a pool of at most `max` connections. Idle connections that break are replaced and reported to `onError`. */
export function openDatabase(
  connection: Connection,
  options: { max?: number; onError?: (error: Error) => void; isBusyProcess?: () => boolean } = {},
): Database {
  const max = options.max ?? 10;
  const pool = new pg.Pool({
    ...connection,
    max,
    types: columnTypes,
    application_name: 'gable',
    keepAlive: true,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 30_000,
  });
  pool.on('error', (error) => {
    // It references the whole connection, which would fill pages of a log.
    Reflect.deleteProperty(error, 'client');
    // While the pool is closing, it may lose connections because the database is being stopped too.
    if (!pool.ending) options.onError?.(error);
  });
  // The pool only listens to idle connections: without this, one that breaks inside a transaction would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<DB>({ dialect: dialectOn(() => new PostgresDriver({ pool })) });
  scopedInstances.set(db, {
    db: new Kysely<DB>({ dialect: dialectOn(() => driverWithoutBegin(pool)) }),
    turns: createTurns(max, options.isBusyProcess),
  });
  return {
    db,
    pool,
    connection,
    // Both Kysely instances share the pool, so neither may end it.
    close: () => pool.end(),
  };
}

/**
 * Runs `work` in one transaction with role, tenant and user set for exactly that transaction, and retries it a few
 * times after a deadlock or serialization failure. Role and settings are set in the same message as BEGIN: that saves a
 * round trip and leaves no moment in which a superuser's connection would bypass row-level security.
 */
export async function inTransactionAs<T>(
  db: Kysely<DB>,
  scope: TransactionScope,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const settings = [
    setting('role', roleNames[scope.role]),
    setting('app.tenant_id', scope.subscriberId ?? ''),
    setting('app.user_id', scope.userId ?? ''),
  ];
  return inTransactionAfter(db, scope, settings.join(', '), (trx) => work(trx));
}

/** An expression that sets a setting until the transaction ends. */
function setting(name: string, value: string): string {
  return `set_config('${name}', ${sqlLiteral(value)}, true)`;
}

/** Quotes text as an SQL literal, for the first statement of a transaction, which cannot have parameters. */
export function sqlLiteral(text: string): string {
  return pg.escapeLiteral(text);
}

/**
 * Runs `work` in one transaction that starts by selecting the expressions `first`, sent together with BEGIN and its
 * limits as one message, and passes it the row. Waits for its turn before it takes a connection, and for keys that
 * `lockKey` finds taken without one. Retries a few times after a deadlock or serialization failure. Throws UNAVAILABLE
 * if it could not start in time.
 */
export async function inTransactionAfter<T, R = unknown>(
  db: Kysely<DB>,
  scope: TransactionScope,
  first: string,
  work: (trx: Transaction<DB>, rows: R[]) => Promise<T>,
): Promise<T> {
  const scoped = scopedInstances.get(db);
  if (!scoped) throw new Error('this database was not opened by openDatabase');
  const keys = new HeldKeys();
  const start = CompiledQuery.raw(firstMessage(scope, first));
  const once = () =>
    scoped.db.transaction().execute(async (trx) => {
      rememberKeys(trx, keys);
      const { rows } = await trx.executeQuery<R>(start);
      const result = await work(trx, rows);
      keys.requireAll();
      return result;
    });
  const turn = scope.turn ?? (scope.role === 'tenant' ? scope.subscriberId : null);
  try {
    return await retried(keys, () => (turn ? scoped.turns.run(turn, once) : once()));
  } finally {
    keys.leaveAll();
  }
}

function firstMessage({ access, isBackground }: TransactionScope, first: string): string {
  const times = Object.entries(isBackground ? limits.background : limits.request);
  const settings = times.map(([name, time]) => setting(name, time)).join(', ');
  return `${access === 'read' ? 'begin read only' : 'begin'}; select ${settings}, ${first}`;
}

async function retried<T>(keys: HeldKeys, once: () => Promise<T>): Promise<T> {
  const deadline = keyDeadline();
  for (let attempt = 1; ; attempt++) {
    try {
      await keys.enterAll(deadline);
      return await once();
    } catch (error) {
      keys.leaveAll();
      if (error instanceof KeyBusy) {
        if (performance.now() > deadline) throw busyError();
        await pauseAfter(error);
        attempt--;
        continue;
      }
      if (isStalePlan(error)) {
        // The connection is discarded with all its plans, so this cannot repeat forever. It does not count as an
        // attempt.
        attempt--;
        continue;
      }
      if (attempt >= maxAttempts || !isRetryableTransaction(error)) throw error;
      // Random delay: two transactions that deadlocked must not retry at the same moment.
      await new Promise((wake) => setTimeout(wake, attempt * 5 + Math.random() * 20));
    }
  }
}

/** The tenant and user a transaction runs for. */
export interface Tenant {
  subscriberId: string;
  userId: string | null;
}

/** Reads and writes as one tenant, in one transaction. */
export function asTenant<T>(
  db: Kysely<DB>,
  tenant: Tenant,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return inTransactionAs(db, { role: 'tenant', ...tenant, access: 'write' }, work);
}

/** Reads as one tenant; the database rejects writes. */
export function asTenantReadOnly<T>(
  db: Kysely<DB>,
  tenant: Tenant,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return inTransactionAs(db, { role: 'tenant', ...tenant, access: 'read' }, work);
}

/** Reads and writes as the platform, across tenants. */
export function asPlatform<T>(db: Kysely<DB>, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  return inTransactionAs(db, { role: 'platform', subscriberId: null, userId: null, access: 'write' }, work);
}

/** Reads as the platform, across tenants; the database rejects writes. */
export function asPlatformReadOnly<T>(
  db: Kysely<DB>,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return inTransactionAs(db, { role: 'platform', subscriberId: null, userId: null, access: 'read' }, work);
}

/**
 * Whether the database reported an error, so that nothing of the transaction was committed. Without a response, or when
 * the database was just stopped (class 57), the commit may have succeeded.
 */
export function isRolledBack(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code !== undefined && !error.code.startsWith('57');
}

/** Whether a transaction only failed because of another one (deadlock, serialization) and can be retried. */
function isRetryableTransaction(error: unknown): boolean {
  return error instanceof Error && 'code' in error && retryableCodes.has(String(error.code));
}
