import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries, Runner } from './embedded-binaries.ts';

/** What a driver needs to reach the embedded server: a Unix socket, no password (the folder is closed to others). */
export interface EmbeddedConnection {
  host: string;
  port: number;
  user: string;
  database: string;
}

export interface EmbeddedOptions {
  /** false for tests: no fsync, everything is lost when the machine stops. */
  durable: boolean;
  maxConnections: number;
}

/** One data directory and what lies beside it. */
export interface Cluster {
  dir: string;
  /** The named pipe whose writers are the holders. */
  pipe: string;
  log: string;
  lock: string;
  binaries: Binaries;
  connection: EmbeddedConnection;
}

/** initdb runs beside the final place and is renamed, so that a killed first start leaves no half directory. */
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
 * The shell waits for the end of the pipe (its standard input) and then asks the server to end. Signals meant for the
 * whole service (a service manager ending its group) leave it standing until then.
 */
const keeper = `trap '' TERM INT HUP
exec 3<&0
"$0" "$@" </dev/null 3<&- & server=$!
(while read -r line; do :; done; kill -INT $server) <&3 & watcher=$!
exec 3<&- </dev/null
wait $server
kill -KILL $watcher 2>/dev/null
exit 0`;

/** For databases that live for seconds: nothing is kept for a crash or a copy, and nobody tidies up behind the tests. */
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
 * Starts the server with its keeper; it stands in a session of its own, where no Ctrl-C of ours reaches it. It tells
 * `name` as its cluster_name: what answers at the socket may still be another server.
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
    // Errors of statements are the application's to log; here stands what concerns the server.
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
  const [command, ...args] = [...runner.prefix, '/bin/sh', '-c', keeper, ...server, ...flags];
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
 * In containers the same small pids come back: a pid file left by a killed server may name a process that is no
 * server at all, and PostgreSQL would refuse to start for ever.
 */
export function removeStalePidFile(dir: string): void {
  const named = processInPidFile(dir);
  if (named !== null && !named.command.includes('postgres')) rmSync(pidFile(dir), { force: true });
}

/** Asks a server of this directory to end whose keeper was killed: nobody else would ever end it. */
export function stopOrphanedServer(dir: string): void {
  const named = processInPidFile(dir);
  if (named === null || !named.command.includes(`${dir}\0`)) return;
  try {
    process.kill(named.pid, 'SIGINT');
  } catch {
    // Gone meanwhile, or another user's: the next try says so.
  }
}

const pidFile = (dir: string) => join(dir, 'postmaster.pid');

/** The living process that the server's pid file names, with its command line; known on Linux only. */
function processInPidFile(dir: string): { pid: number; command: string } | null {
  if (process.platform !== 'linux') return null;
  try {
    const pid = Number(readFileSync(pidFile(dir), 'utf8').split('\n')[0]);
    return { pid, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') };
  } catch {
    return null;
  }
}

/** The end of the server's log, for messages. */
export function readLogTail(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(-12).join('\n') : '';
}
