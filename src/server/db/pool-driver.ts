import {
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
} from 'kysely';
import pg from 'pg';
import { preparedStatementName } from './prepared-statements.ts';

/** Annotated, because inferring the type makes the compiler compare Kysely with itself, its slowest step by far. */
export function dialectOn(createDriver: () => Driver): Dialect {
  return {
    createDriver,
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}

/** A driver that does not send BEGIN, because `inTransactionAfter` sends it with its first statement. */
export function driverWithoutBegin(pool: pg.Pool): Driver {
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
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  );
}
