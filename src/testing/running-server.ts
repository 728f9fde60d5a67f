import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort as findFreePort } from '#server/free-port.ts';

/** The server as `npm run build` makes it; GABLE_TEST_SERVER names another. */
export const builtServer = process.env.GABLE_TEST_SERVER ?? join(process.cwd(), 'dist/server.js');

export interface ServerOptions {
  dataDir: string;
  port: number;
  env?: Record<string, string>;
  /** Another build; by default the one of this checkout. */
  script?: string;
}

/** The built server in a separate process. */
export interface RunningServer {
  readonly origin: string;
  readonly dataDir: string;
  /** The id of its process. */
  readonly pid: number;
  /** Everything it printed, for error messages. */
  output(): string;
  /** Kills the process without warning (SIGKILL); resolves when it is gone. */
  kill(): Promise<void>;
  /** Kills the main process of the embedded database without warning. Returns whether there was one. */
  killDatabase(): boolean;
  /** Stops it with a signal and resolves with its exit code. */
  stop(): Promise<number | null>;
}

const patienceMs = 90_000;

/** A port that is free at the moment. */
export const freePort = (): Promise<number> => findFreePort('127.0.0.1', 0);

/** Starts the built server and resolves when it reports that it is ready. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { dataDir, port, script = builtServer } = options;
  if (!existsSync(script)) throw new Error('dist/server.js is not there: npm run build makes it');
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['--enable-source-maps', script], {
    env: {
      ...process.env,
      NODE_ENV: '',
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: origin,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      LOG_LEVEL: 'warn',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written: string[] = [];
  child.stdout?.on('data', (chunk: Buffer) => written.push(chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => written.push(chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  await untilReady(origin, child, () => written.join(''));
  return {
    origin,
    dataDir,
    pid: child.pid ?? 0,
    output: () => written.join(''),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    killDatabase: () => killPostmaster(dataDir),
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

async function untilReady(origin: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended before it was ready:\n${output()}`);
    const answer = await fetch(`${origin}/ready`).catch(() => null);
    if (answer?.ok) return;
    await sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error(`the server was not ready after ${patienceMs / 1000} s:\n${output()}`);
}

function killPostmaster(dataDir: string): boolean {
  const file = join(dataDir, 'pg18', 'postmaster.pid');
  if (!existsSync(file)) return false;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (!(pid > 1)) return false;
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}
