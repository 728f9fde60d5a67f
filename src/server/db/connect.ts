import {
  CompiledQuery,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { columnTypes } from './column-types.ts';
import { preparedStatementName } from './prepared-statements.ts';
import type { DB } from './tables.ts';

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
}

/** The database role for each kind of scope. */
export const roleNames = { tenant: 'app_user', platform: 'app_admin' } as const;
/** Serialization failure and deadlock: nothing was committed, so the work can be retried. */
const retryableCodes = new Set(['40001', '40P01']);
const maxAttempts = 4;

/**
 * Kysely instances whose transactions start with our own first statement, keyed by the public instance of the same
 * pool.
 */
const scopedInstances = new WeakMap<Kysely<DB>, Kysely<DB>>();

/** Opens a pool of at most `max` connections. Idle connections that break are replaced and reported to `onError`. */
export function openDatabase(
  connection: Connection,
  options: { max?: number; onError?: (error: Error) => void } = {},
): Database {
  const pool = new pg.Pool({
    ...connection,
    max: options.max ?? 10,
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
  scopedInstances.set(db, new Kysely<DB>({ dialect: dialectOn(() => driverWithoutBegin(pool)) }));
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
  const setting = (name: string, value: string) => `set_config('${name}', ${sqlLiteral(value)}, true)`;
  const settings = [
    setting('role', roleNames[scope.role]),
    setting('app.tenant_id', scope.subscriberId ?? ''),
    setting('app.user_id', scope.userId ?? ''),
  ];
  return inTransactionAfter(db, scope.access, `select ${settings.join(', ')}`, (trx) => work(trx));
}

/** Quotes text as an SQL literal, for the first statement of a transaction, which cannot have parameters. */
export function sqlLiteral(text: string): string {
  return pg.escapeLiteral(text);
}

/**
 * Runs `work` in one transaction that starts with the statement `first`, sent together with BEGIN as one message, and
 * passes it the rows of `first`. Retries a few times after a deadlock or serialization failure.
 */
export async function inTransactionAfter<T, R = unknown>(
  db: Kysely<DB>,
  access: TransactionScope['access'],
  first: string,
  work: (trx: Transaction<DB>, rows: R[]) => Promise<T>,
): Promise<T> {
  const scoped = scopedInstances.get(db);
  if (!scoped) throw new Error('this database was not opened by openDatabase');
  const begin = access === 'read' ? 'begin read only' : 'begin';
  for (let attempt = 1; ; attempt++) {
    try {
      return await scoped.transaction().execute(async (trx) => {
        const { rows } = await trx.executeQuery<R>(CompiledQuery.raw(`${begin}; ${first}`));
        return work(trx, rows);
      });
    } catch (error) {
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

/** Annotated, because inferring the type makes the compiler compare Kysely with itself, its slowest step by far. */
function dialectOn(createDriver: () => Driver): Dialect {
  return {
    createDriver,
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}

/** A driver that does not send BEGIN, because `inTransactionAfter` sends it with its first statement. */
function driverWithoutBegin(pool: pg.Pool): Driver {
  const driver = new PostgresDriver({ pool: withLastResultOnly(pool) });
  driver.beginTransaction = async () => {};
  return driver;
}

/** The driver returns a list of results for two statements in one message; Kysely expects one, so it gets the last. */
function withLastResultOnly(pool: pg.Pool): PostgresPool {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const wrap = (client: pg.PoolClient) => {
    let isStale = false;
    const query = async (text: string, values: unknown[]) => {
      const name = preparedStatementName(text);
      const asked: Promise<unknown> = name
        ? client.query({ name, text, values })
        : client.query(text, values);
      const result = await asked.catch((error: unknown) => {
        isStale ||= isStalePlan(error);
        throw error;
      });
      return Array.isArray(result) ? result.at(-1) : result;
    };
    return {
      query,
      release: (error?: Error | boolean) => client.release(error || isStale),
    } as unknown as PostgresPoolClient;
  };
  const connect = async () => {
    const client = await pool.connect();
    // Kysely stores its own state per client, so each client has exactly one wrapper.
    const known = wrapped.get(client) ?? wrap(client);
    wrapped.set(client, known);
    return known;
  };
  return { connect, end: async () => {}, options: pool.options } as unknown as PostgresPool;
}

/** Whether a migration changed the columns of a prepared plan. The connection would fail with this error forever. */
function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  );
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
