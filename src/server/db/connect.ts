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

/** How to reach a database: an address, or the parts of it (the embedded server's socket). Also fits pg-boss. */
export interface Connection {
  connectionString?: string;
  host?: string;
  port?: number;
  user?: string;
  password?: string;
  database?: string;
}

/** An open pool and the query builder on it. */
export interface Database {
  readonly db: Kysely<DB>;
  readonly pool: pg.Pool;
  readonly connection: Connection;
  close(): Promise<void>;
}

/** As whom a transaction works: under the tenant's lock, or as the platform. */
export interface TransactionScope {
  role: 'tenant' | 'platform';
  subscriberId: string | null;
  userId: string | null;
  access: 'read' | 'write';
}

/** The database's role for each kind of scope. */
export const roleNames = { tenant: 'app_user', platform: 'app_admin' } as const;
/** Serialisation failure and deadlock: nothing happened, so the same work may be tried again. */
const repeatable = new Set(['40001', '40P01']);
const tries = 4;

/** Kysely instances whose transactions begin with our own first statement; keyed by the public instance on the same pool. */
const scopedTwin = new WeakMap<Kysely<DB>, Kysely<DB>>();

/** Opens a pool of at most `max` connections. `onError` hears of idle connections that break; they are replaced. */
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
    // The whole connection hangs on it: pages in a log.
    Reflect.deleteProperty(error, 'client');
    // A pool that is being ended may lose its connections to a database that is stopped next.
    if (!pool.ending) options.onError?.(error);
  });
  // The pool listens to idle connections only: one that breaks between two queries of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<DB>({ dialect: dialectOn(() => new PostgresDriver({ pool })) });
  scopedTwin.set(db, new Kysely<DB>({ dialect: dialectOn(() => driverThatBeginsLate(pool)) }));
  return {
    db,
    pool,
    connection,
    // The pool is shared, so it is ended here and not by either Kysely.
    close: () => pool.end(),
  };
}

/**
 * Runs `work` in one transaction with role, tenant and user set for exactly that transaction, and repeats it a few times
 * when the database asks for it (deadlock, serialisation failure). Role and settings are set in the very statement that
 * begins the transaction: one round trip, and no moment in which a superuser's connection would pass under the lock.
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

/** Text as a literal of SQL, for the first statement of a transaction, which cannot carry parameters. */
export function sqlLiteral(text: string): string {
  return pg.escapeLiteral(text);
}

/**
 * Runs `work` in one transaction that begins with `first`, sent together with BEGIN as one message, and gives it the rows
 * of `first`. Repeats a few times when the database asks for it.
 */
export async function inTransactionAfter<T, R = unknown>(
  db: Kysely<DB>,
  access: TransactionScope['access'],
  first: string,
  work: (trx: Transaction<DB>, rows: R[]) => Promise<T>,
): Promise<T> {
  const twin = scopedTwin.get(db);
  if (!twin) throw new Error('this database was not opened by openDatabase');
  const begin = access === 'read' ? 'begin read only' : 'begin';
  for (let attempt = 1; ; attempt++) {
    try {
      return await twin.transaction().execute(async (trx) => {
        const { rows } = await trx.executeQuery<R>(CompiledQuery.raw(`${begin}; ${first}`));
        return work(trx, rows);
      });
    } catch (error) {
      if (isStalePlan(error)) {
        // Its connection is gone with all its plans, so this ends; it is no try of the work itself.
        attempt--;
        continue;
      }
      if (attempt >= tries || !isRetryableTransaction(error)) throw error;
      // Two who deadlocked must not meet again at the same moment.
      await new Promise((wake) => setTimeout(wake, attempt * 5 + Math.random() * 20));
    }
  }
}

/** Who a tenant's transaction works for. */
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

/** Reads as one tenant; the database refuses writes. */
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

/** Reads as the platform, across tenants; the database refuses writes. */
export function asPlatformReadOnly<T>(
  db: Kysely<DB>,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return inTransactionAs(db, { role: 'platform', subscriberId: null, userId: null, access: 'read' }, work);
}

/** The shape is told: inferred, the compiler compares Kysely with itself part by part, which takes it longer than all else. */
function dialectOn(createDriver: () => Driver): Dialect {
  return {
    createDriver,
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}

/** `inTransactionAfter` says BEGIN itself, together with its first statement. Used by nothing else. */
function driverThatBeginsLate(pool: pg.Pool): Driver {
  const driver = new PostgresDriver({ pool: givingLastResults(pool) });
  driver.beginTransaction = async () => {};
  return driver;
}

/** The driver answers two statements in one message with a list; Kysely expects one answer, and gets the last. */
function givingLastResults(pool: pg.Pool): PostgresPool {
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
    // Kysely keeps its own state by client, so each has one wrapper.
    const known = wrapped.get(client) ?? wrap(client);
    wrapped.set(client, known);
    return known;
  };
  return { connect, end: async () => {}, options: pool.options } as unknown as PostgresPool;
}

/** A kept plan whose columns a migration has changed meanwhile: the connection would say so for ever. */
function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  );
}

/**
 * Whether the database answered with a refusal, so that nothing of the transaction is there. Without its answer, or when it
 * was just stopped (class 57), the commit may have come through.
 */
export function isRolledBack(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code !== undefined && !error.code.startsWith('57');
}

/** Whether a transaction failed only because of another one (deadlock, serialisation): it may be tried again. */
export function isRetryableTransaction(error: unknown): boolean {
  return error instanceof Error && 'code' in error && repeatable.has(String(error.code));
}
