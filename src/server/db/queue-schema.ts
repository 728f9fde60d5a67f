import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Connection } from './connect.ts';
import { lockSchema } from './migrate.ts';

/**
 * Installs or updates pg-boss's schema as the owner of the database and lets the application's roles enqueue in their
 * own transactions. Called after the migrations and before the server accepts requests. Grants are renewed each time,
 * since an update of pg-boss may add tables. Processes that start together wait for each other: two concurrent grants
 * would fail.
 */
export async function prepareQueueSchema(connection: Connection): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await lockSchema(client);
    await install(connection);
    await client.query(`
      grant usage on schema pgboss to app_user, app_admin;
      grant select, insert, update, delete on all tables in schema pgboss to app_user, app_admin;
      grant execute on all functions in schema pgboss to app_user, app_admin;
      alter default privileges in schema pgboss grant select, insert, update, delete on tables to app_user, app_admin;
      alter default privileges in schema pgboss grant execute on functions to app_user, app_admin;`);
  } finally {
    await client.end();
  }
}

async function install(connection: Connection): Promise<void> {
  const boss = new PgBoss({ ...connection, max: 2, supervise: false, schedule: false });
  let failure: unknown = null;
  boss.on('error', (error: unknown) => {
    failure = error;
  });
  await boss.start();
  await boss.stop({ graceful: false, close: true });
  if (failure) throw failure;
}
