import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { assertDirectoryOwner, findBinaries, runnerFor } from './embedded-binaries.ts';
import {
  type Cluster,
  type EmbeddedConnection,
  type EmbeddedOptions,
  initializeCluster,
  launchServer,
  readLogTail,
  removeStalePidFile,
  stopOrphanedServer,
} from './embedded-process.ts';
import { socketDirectory } from './embedded-socket.ts';
import { createPipe, hasListeningServer, isReaderAlive, openPipeForWriting } from './keep-alive-pipe.ts';
import { releaseStartLock, tryStartLock } from './start-lock.ts';

export type { EmbeddedConnection, EmbeddedOptions };

/** A running embedded server, held by this process and possibly by others. */
export interface Embedded {
  connection: EmbeddedConnection;
  /** Whether another process had started it. */
  adopted: boolean;
  /** Releases the server, which stops with its last holder. Resolves when it is down or known to be held by others. */
  stop(): Promise<void>;
}

const port = 5432;
const owner = 'gable';
const patienceMs = 60_000;
const watchMs = 1_000;

/** Returns the directory of this major version; another major version cannot read it. */
const clusterDirectory = (dataDir: string) => join(resolve(dataDir), 'pg18');

/**
 * Runs PostgreSQL 18 in `dataDir`/pg18, or joins the server already running there, and resolves once it answers
 * queries.
 *
 * The server runs while any process holds it and stops when the last one stops or is killed, by whatever signal:
 * holders keep a named pipe open for writing, and a watchdog shell waits for its end. So the process that started the
 * server may exit while others continue. If the server itself dies, a holder restarts it within a second, and pools
 * reconnect.
 */
export async function startEmbedded(dataDir: string, options: EmbeddedOptions): Promise<Embedded> {
  const cluster = describe(dataDir);
  let held = await joinOrStart(cluster, options);
  const adopted = !held.started;
  let stopping = false;
  let repairing = false;
  const watch = setInterval(async () => {
    if (stopping || repairing || hasListeningServer(cluster.pipe)) return;
    repairing = true;
    try {
      const again = await joinOrStart(cluster, options);
      closeSync(held.pipe);
      held = again;
    } catch (error) {
      console.error(`the embedded database could not be started again: ${String(error)}`);
    } finally {
      repairing = false;
    }
  }, watchMs);
  watch.unref();

  return {
    connection: cluster.connection,
    adopted,
    stop: async () => {
      if (stopping) return;
      stopping = true;
      clearInterval(watch);
      while (repairing) await sleep(20);
      closeSync(held.pipe);
      await waitForEnd(cluster);
    },
  };
}

interface Held {
  pipe: number;
  started: boolean;
}

function describe(dataDir: string): Cluster {
  const dir = clusterDirectory(dataDir);
  assertDirectoryOwner(dir);
  mkdirSync(dirname(dir), { recursive: true, mode: 0o711 });
  return {
    dir,
    pipe: `${dir}.hold`,
    log: `${dir}.log`,
    lock: `${dir}.lock`,
    binaries: findBinaries(),
    connection: { host: '', port, user: owner, database: owner },
  };
}

async function joinOrStart(cluster: Cluster, options: EmbeddedOptions): Promise<Held> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const pipe = await adopt(cluster);
    if (pipe !== null) return { pipe, started: false };
    if (tryStartLock(cluster.lock)) {
      try {
        const own = await start(cluster, options);
        if (own !== null) return { pipe: own, started: true };
      } finally {
        releaseStartLock(cluster.lock);
      }
    }
    if (performance.now() > deadline) {
      throw new Error(`the embedded database in ${cluster.dir} did not start:\n${readLogTail(cluster.log)}`);
    }
    await sleep(50);
  }
}

/**
 * Joins a running server. A bare connection could reach one that is shutting down, so it must answer a query, and the
 * pipe must still have its reader afterwards.
 */
async function adopt(cluster: Cluster): Promise<number | null> {
  const pipe = openPipeForWriting(cluster.pipe);
  if (pipe === null) return null;
  cluster.connection.host = socketDirectory(cluster.dir, null);
  if (await answers(cluster.connection)) {
    await sleep(20);
    if (isReaderAlive(pipe)) return pipe;
  }
  closeSync(pipe);
  return null;
}

/**
 * Starts the server, or returns null when another is still running, so that the caller checks again. The server may
 * have come up between the caller's check and the lock, and replacing its pipe would cut it off from its holders.
 */
async function start(cluster: Cluster, options: EmbeddedOptions): Promise<number | null> {
  if (hasListeningServer(cluster.pipe)) return null;
  const runner = runnerFor(cluster.dir, cluster.binaries);
  if (!existsSync(cluster.dir)) initializeCluster(cluster, runner, options);
  removeStalePidFile(cluster.dir);
  cluster.connection.host = socketDirectory(cluster.dir, runner);

  const { reader, writer } = createPipe(cluster.pipe);
  const log = openSync(cluster.log, 'w');
  const name = randomUUID();
  let child: ChildProcess;
  try {
    child = launchServer(cluster, name, runner, options, reader, log);
  } finally {
    closeSync(reader);
    closeSync(log);
  }
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  child.once('error', () => {
    ended = true;
  });
  child.unref();

  const deadline = performance.now() + patienceMs;
  while (!ended && performance.now() < deadline) {
    if (await answers({ ...cluster.connection, user: 'postgres', database: 'postgres' }, name)) {
      await createOwner(cluster.connection);
      return writer;
    }
    await sleep(15);
  }
  closeSync(writer);
  const text = readLogTail(cluster.log);
  // An old server whose child processes are still exiting: worth another attempt.
  if (/lock file|still in use|starting up|shutting down/.test(text)) {
    stopOrphanedServer(cluster.dir);
    return null;
  }
  throw new Error(`the embedded database in ${cluster.dir} did not start:\n${text}`);
}

/** Whether a server responds there; with a name, whether it is the one started under that name. */
async function answers(connection: EmbeddedConnection, name?: string): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>("select current_setting('cluster_name') as name");
    return name === undefined || rows[0]?.name === name;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') throw error;
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Creates the application's role and database. The role is no superuser, so row-level security applies to it too. */
async function createOwner(connection: EmbeddedConnection): Promise<void> {
  const client = new pg.Client({ ...connection, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    const roles = await client.query('select 1 from pg_roles where rolname = $1', [owner]);
    if (roles.rowCount === 0) await client.query(`create role ${owner} login createrole createdb`);
    const databases = await client.query('select 1 from pg_database where datname = $1', [owner]);
    if (databases.rowCount === 0)
      await client.query(`create database ${owner} owner ${owner} strategy file_copy`);
  } finally {
    await client.end();
  }
}

/** Waits until the server is down, or still responds because others hold it. */
async function waitForEnd(cluster: Cluster): Promise<void> {
  const deadline = performance.now() + patienceMs;
  await sleep(30);
  while (existsSync(join(cluster.dir, 'postmaster.pid')) && performance.now() < deadline) {
    if (hasListeningServer(cluster.pipe)) {
      await sleep(100);
      if (hasListeningServer(cluster.pipe) && (await answers(cluster.connection))) return;
    }
    await sleep(20);
  }
}
