import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { type Connection, type Database, openDatabase } from '#server/db/connect.ts';
import { dropDatabase, onDatabase, withClient } from './test-cluster.ts';

/** A separate database, migrated and empty. */
export interface FreshDatabase extends Database {
  readonly name: string;
  /** Closes the pool and drops the database. Databases that are not dropped are removed when the run ends. */
  drop(): Promise<void>;
}

const patienceMs = 90_000;

/**
 * Creates a database from the migrated template in about 20 ms, including the schema of the job queue. Usually one per
 * test file: `const database = await freshDatabase(); afterAll(database.drop);`
 */
export async function freshDatabase(options: { max?: number } = {}): Promise<FreshDatabase> {
  const base = await testServer();
  const { prefix } = inject('testCluster');
  const name = `${prefix}_${randomBytes(5).toString('hex')}`;
  await withClient(base, (client) =>
    client.query(`create database ${name} template ${prefix}_tmpl strategy file_copy`),
  );
  const database = openDatabase(onDatabase(base, name), {
    max: options.max ?? 8,
    // Tests hold two transactions of a company against each other, however busy the machine is.
    isBusyProcess: () => false,
  });
  return {
    ...database,
    name,
    drop: async () => {
      await database.close();
      await withClient(base, (client) => dropDatabase(client, name));
    },
  };
}

/** Creates a database without any schema, for tests of the migrations themselves. */
export async function emptyDatabase(): Promise<{ connection: Connection; drop(): Promise<void> }> {
  const base = await testServer();
  const name = `${inject('testCluster').prefix}_${randomBytes(5).toString('hex')}`;
  await withClient(base, (client) => client.query(`create database ${name}`));
  return {
    connection: onDatabase(base, name),
    drop: async () => {
      await withClient(base, (client) => dropDatabase(client, name));
    },
  };
}

/** Requests the cluster from the main process of the run, which starts it on the first request. */
async function testServer(): Promise<Connection> {
  const { folder } = inject('testCluster');
  const note = (name: string) => join(folder, name);
  if (!existsSync(note('wanted'))) writeFileSync(note('wanted'), '');
  const deadline = performance.now() + patienceMs;
  while (!existsSync(note('ready'))) {
    if (existsSync(note('failed')))
      throw new Error(`the test database: ${readFileSync(note('failed.text'), 'utf8')}`);
    if (performance.now() > deadline) throw new Error('the test database did not start');
    await sleep(20);
  }
  return JSON.parse(readFileSync(note('ready.text'), 'utf8')) as Connection;
}
