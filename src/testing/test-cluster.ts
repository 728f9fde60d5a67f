import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import type { Connection } from '#server/db/connect.ts';
import { type Embedded, startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { prepareQueueSchema } from '#server/db/queue-schema.ts';

/** What test files receive: where to request the cluster, and the prefix of its databases. */
export interface TestCluster {
  folder: string;
  prefix: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: TestCluster;
  }
}

interface Running {
  cluster: TestCluster;
  users: number;
  end(): Promise<void>;
}

/** Both vitest projects call the setup, each with its own copy of this module; they share one cluster. */
const shared = globalThis as typeof globalThis & { gableTestCluster?: Running };

/**
 * Vitest's global setup: prepares one cluster for the whole run and starts it when the first test file requests it, so
 * that tests of pure functions do not wait for it. GABLE_TEST_DATABASE_URL names a PostgreSQL to use instead.
 */
export function setup(project: TestProject): () => Promise<void> {
  shared.gableTestCluster ??= prepare();
  const running = shared.gableTestCluster;
  running.users++;
  project.provide('testCluster', running.cluster);
  return async () => {
    running.users--;
    if (running.users === 0) await running.end();
  };
}

function prepare(): Running {
  const cluster: TestCluster = {
    folder: mkdtempSync(join(tmpdir(), 'gable-test-')),
    prefix: `gable_test_${randomBytes(4).toString('hex')}`,
  };
  const note = (name: string) => join(cluster.folder, name);
  let ended = false;
  let embedded: Embedded | null = null;
  let base: Connection | null = null;

  const serve = async () => {
    while (!ended && !existsSync(note('wanted'))) await sleep(20);
    if (ended) return;
    try {
      base = await reach(cluster.folder, (it) => {
        embedded = it;
      });
      await makeTemplate(base, cluster.prefix);
      publish(note('ready'), JSON.stringify(base));
    } catch (error) {
      publish(note('failed'), error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  };
  const served = serve();
  return {
    cluster,
    users: 0,
    end: async () => {
      ended = true;
      await served;
      if (embedded) await embedded.stop();
      else if (base) await dropAll(base, cluster.prefix);
      rmSync(cluster.folder, { recursive: true, force: true });
    },
  };
}

async function reach(folder: string, keep: (embedded: Embedded) => void): Promise<Connection> {
  const external = process.env.GABLE_TEST_DATABASE_URL;
  if (external) return { connectionString: external };
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o755 });
  const embedded = await startEmbedded(data, { durable: false, maxConnections: 200 });
  keep(embedded);
  return { ...embedded.connection };
}

async function makeTemplate(base: Connection, prefix: string): Promise<void> {
  const name = `${prefix}_tmpl`;
  await withClient(base, (client) => client.query(`create database ${name}`));
  const template = onDatabase(base, name);
  await migrate(template, join(import.meta.dirname, '../../migrations'));
  await prepareQueueSchema(template);
  await withClient(base, (client) =>
    client.query(`alter database ${name} is_template true allow_connections false`),
  );
}

async function dropAll(base: Connection, prefix: string): Promise<void> {
  await withClient(base, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where datname like $1',
      [`${prefix}%`],
    );
    await client.query(`alter database ${prefix}_tmpl is_template false`).catch(() => {});
    for (const { datname } of rows) await dropDatabase(client, datname);
  });
}

const dropTries = 100;

/**
 * Drops a database, disconnecting its clients. An autovacuum worker belongs to the superuser, so our role cannot end
 * it: it finishes within a moment, and we wait for it.
 */
export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`drop database if exists ${name} with (force)`);
      return;
    } catch (error) {
      const isGuarded = error instanceof pg.DatabaseError && error.code === '42501';
      if (!isGuarded || attempt === dropTries) throw error;
      await sleep(100);
    }
  }
}

/** The same server with another database. */
export function onDatabase(base: Connection, database: string): Connection {
  if (!base.connectionString) return { ...base, database };
  const url = new URL(base.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

/** Opens a connection for one piece of work and closes it afterwards. */
export async function withClient<T>(
  connection: Connection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Writes to a temporary file and renames it, so that readers never see an incomplete file. */
function publish(path: string, text: string): void {
  writeFileSync(`${path}.text`, text);
  writeFileSync(path, '');
}
