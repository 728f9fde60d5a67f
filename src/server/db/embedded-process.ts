import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries, Runner } from './embedded-binaries.ts';

/** How a driver reaches the embedded server: a Unix socket without a password (other users cannot enter its folder). */
export interface EmbeddedConnection {
  host: string;
  port: number;
  user: string;
  database: string;
}

export interface EmbeddedOptions {
  /** false for tests: no fsync, all data is lost when the machine stops. */
  durable: boolean;
  maxConnections: number;
}

/** A data directory and the files that belong to it. */
export interface Cluster {
  dir: string;
  /** The named pipe that every holder of the server has open for writing. */
  pipe: string;
  log: string;
  lock: string;
  binaries: Binaries;
  connection: EmbeddedConnection;
}

/** Runs initdb in a temporary folder and renames it, so that a killed first start leaves no incomplete directory. */
export function initializeCluster(cluster: Cluster, runner: Runner, options: EmbeddedOptions): void {
  const unfinished = `${cluster.dir}.init`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  if (runner.uid !== undefined) chownSync(unfinished, runner.uid, runner.gid ?? runner.uid);
  const [command, ...args] = [
    ...runner.prefix,
    cluster.binaries.initdb,
    ...['-D', unfinished, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-instructions'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    ...(options.durable ? [] : ['--no-sync']),
  ];
  const done = spawnSync(command as string, args, { ...identity(runner), encoding: 'utf8' });
  if (done.status !== 0) {
    throw new Error(`initdb failed in ${unfinished}:\n${done.error?.message ?? done.stderr}`);
  }
  renameSync(unfinished, cluster.dir);
}

/**
 * Shell script that waits for the end of the pipe (its standard input) and then stops the server. It ignores signals
 * sent to the whole service (a service manager ending its process group).
 */
const watchdog = `trap '' TERM INT HUP
exec 3<&0
"$0" "$@" </dev/null 3<&- & server=$!
(while read -r line; do :; done; kill -INT $server) <&3 & watcher=$!
exec 3<&- </dev/null
wait $server
kill -KILL $watcher 2>/dev/null
exit 0`;

/** For short-lived test databases: no crash safety, no WAL for replication, no autovacuum. */
const lossy = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '2GB',
  autovacuum: 'off',
};

/**
 * Starts the server with its watchdog shell in a separate session, where our Ctrl-C does not reach it. `name` becomes
 * its cluster_name, because what responds at the socket may still be another server.
 */
export function launchServer(
  cluster: Cluster,
  name: string,
  runner: Runner,
  options: EmbeddedOptions,
  reader: number,
  log: number,
): ChildProcess {
  const settings: Record<string, string | number> = {
    cluster_name: name,
    listen_addresses: '',
    unix_socket_permissions: '0777',
    timezone: 'UTC',
    log_timezone: 'UTC',
    max_connections: options.maxConnections,
    // The application logs errors of statements; this log is about the server itself.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    jit: 'off',
    ...(options.durable ? {} : lossy),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = [
    cluster.binaries.postgres,
    '-D',
    cluster.dir,
    '-p',
    String(cluster.connection.port),
    '-k',
    cluster.connection.host,
  ];
  const [command, ...args] = [...runner.prefix, '/bin/sh', '-c', watchdog, ...server, ...flags];
  return spawn(command as string, args, { ...identity(runner), detached: true, stdio: [reader, log, log] });
}

function identity(runner: Runner) {
  return {
    cwd: '/',
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(runner.uid === undefined ? {} : { uid: runner.uid, gid: runner.gid ?? runner.uid }),
  };
}

/**
 * Removes the pid file of a killed server if its pid now belongs to another process. Containers reuse the same small
 * pids, and PostgreSQL would refuse to start forever.
 */
export function removeStalePidFile(dir: string): void {
  const named = processInPidFile(dir);
  if (named !== null && !named.command.includes('postgres')) rmSync(pidFile(dir), { force: true });
}

/** Stops a server of this directory whose watchdog was killed: nothing else would ever stop it. */
export function stopOrphanedServer(dir: string): void {
  const named = processInPidFile(dir);
  if (named === null || !named.command.includes(`${dir}\0`)) return;
  try {
    process.kill(named.pid, 'SIGINT');
  } catch {
    // It has exited or belongs to another user; the next attempt reports that.
  }
}

const pidFile = (dir: string) => join(dir, 'postmaster.pid');

/** Returns the running process that the server's pid file names, with its command line. Works on Linux only. */
function processInPidFile(dir: string): { pid: number; command: string } | null {
  if (process.platform !== 'linux') return null;
  try {
    const pid = Number(readFileSync(pidFile(dir), 'utf8').split('\n')[0]);
    return { pid, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') };
  } catch {
    return null;
  }
}

/** Returns the end of the server's log, for error messages. */
export function readLogTail(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(-12).join('\n') : '';
}
