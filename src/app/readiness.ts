import pg from 'pg';
import type { Connection } from '#server/db/connect.ts';
import { migrationNames } from '#server/db/migrate.ts';

const patienceMs = 2_000;

/** What GET /ready asks. */
export interface Readiness {
  /** Whether the database answers within two seconds and has every migration of this build. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens a connection for readiness alone: a process whose other connections are busy is ready, and a balancer that asks
 * must neither wait in their line nor take every process out at once. Calls at the same time share one query.
 */
export function openReadiness(connection: Connection, migrations: string): Readiness {
  const pool = new pg.Pool({
    ...connection,
    max: 1,
    application_name: 'gable readiness',
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  });
  // A connection that breaks is replaced by the next call.
  pool.on('error', () => {});
  const expected = migrationNames(migrations);
  const ask = async () => {
    const { rows } = await pool.query<{ name: string }>('select name from schema_migrations');
    const applied = new Set(rows.map((row) => row.name));
    return expected.every((name) => applied.has(name));
  };
  let asking: Promise<boolean> | null = null;
  return {
    isReady: () => {
      asking ??= ask()
        .catch(() => false)
        .finally(() => {
          asking = null;
        });
      return asking;
    },
    close: () => pool.end(),
  };
}
