import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { EmbeddedConnection } from './embedded.ts';
import { hasListeningServer } from './keep-alive-pipe.ts';

interface Holder {
  process: ChildProcess;
  adopted: boolean;
  connection: EmbeddedConnection;
  /** Resolves with the exit code. */
  release(): Promise<number | null>;
  kill(): Promise<void>;
}

const root = join(import.meta.dirname, '../../..');
const script = join(root, 'node_modules/.cache/gable/embedded-holder.mjs');
const isRoot = process.getuid?.() === 0;
const hasNamespaces = spawnSync('unshare', ['--user', 'true']).status === 0;
/** Whether another user can read this checkout at all. */
const canBeAnother =
  isRoot &&
  spawnSync('setpriv', ['--reuid=1', '--regid=1', '--clear-groups', 'test', '-r', join(root, 'package.json')])
    .status === 0;
// These tests flush to real disks, which may be busy.
vi.setConfig({ testTimeout: 90_000 });
const folders: string[] = [];
const holders: Holder[] = [];

beforeAll(async () => {
  await build({
    entryPoints: [join(root, 'src/testing/embedded-holder.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
  });
  // The other users of these tests must be able to read it, whatever our umask is.
  chmodSync(script, 0o644);
});

afterEach(async () => {
  await Promise.all(holders.splice(0).map((holder) => holder.kill()));
  for (const folder of folders.splice(0)) {
    // A server that is still shutting down would write into the folder being removed.
    await expect
      .poll(() => existsSync(join(folder, 'data/pg18/postmaster.pid')), { timeout: 10_000 })
      .toBe(false);
    rmSync(folder, { recursive: true, force: true });
  }
});

afterAll(() => rmSync(script, { force: true }));

test.runIf(isRoot)('as root, runs the server as nobody if other users can reach the folder', async () => {
  const folder = newFolder(0o755);
  const holder = await hold(folder);
  expect(holder.adopted).toBe(false);
  expect(await count(holder.connection)).toBe(0);
  expect(statSync(join(folder, 'data/pg18')).uid).toBe(65534);
  expect(await holder.release()).toBe(0);
  expect(existsSync(join(folder, 'data/pg18/postmaster.pid'))).toBe(false);
});

test.runIf(isRoot && hasNamespaces)(
  'as root inside a folder of mode 0700, runs the server in a user namespace',
  async () => {
    const folder = newFolder(0o700);
    const holder = await hold(folder);
    expect(await count(holder.connection)).toBe(0);
    expect(statSync(join(folder, 'data/pg18')).uid).toBe(0);
    await holder.release();
    // Opening the folder later changes nothing: the owner of the existing files decides who runs the server.
    chmodSync(folder, 0o755);
    const again = await hold(folder);
    expect(await count(again.connection)).toBe(0);
  },
);

test.runIf(!isRoot || canBeAnother)('as a normal user, runs the server directly', async () => {
  const folder = newFolder(0o700);
  if (isRoot) chownSync(folder, 1, 1);
  const holder = await hold(folder, isRoot ? 1 : undefined);
  expect(await count(holder.connection)).toBe(0);
  expect(statSync(join(folder, 'data/pg18')).uid).toBe(isRoot ? 1 : process.getuid?.());
});

test.runIf(canBeAnother && hasNamespaces)(
  'as a user without a passwd entry, runs the server in a namespace',
  async () => {
    const folder = newFolder(0o700);
    chownSync(folder, 54_321, 54_321);
    const holder = await hold(folder, 54_321);
    expect(await count(holder.connection)).toBe(0);
  },
);

test('three processes that start at once in an empty folder share one server', async () => {
  const folder = newFolder(0o755);
  const three = await Promise.all([hold(folder), hold(folder), hold(folder)]);
  expect(three.filter((holder) => !holder.adopted)).toHaveLength(1);
  expect(await Promise.all(three.map((holder) => count(holder.connection)))).toEqual([0, 0, 0]);
});

test('waits for a server that does not respond yet instead of starting a second one', async () => {
  const folder = newFolder(0o755);
  const first = await hold(folder);
  const superuser = await connect({ ...first.connection, user: 'postgres', database: 'postgres' });
  await superuser.query('alter role gable nologin');
  const second = hold(folder);
  await sleep(1_500);
  await superuser.query('alter role gable login');
  await superuser.end();
  expect((await second).adopted).toBe(true);
  expect((await hold(folder)).adopted).toBe(true);
});

test('after kill -9 of the watchdog alone, a holder stops the server and starts one with a watchdog', async () => {
  const folder = newFolder(0o755);
  const holder = await hold(folder);
  const server = readFileSync(join(folder, 'data/pg18/postmaster.pid'), 'utf8').split('\n')[0];
  const watchdog = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${server}/status`, 'utf8'))?.[1];
  const line = readFileSync(`/proc/${watchdog}/cmdline`, 'utf8');
  expect(line).toContain('/bin/sh');
  // This also kills the shell that watches the pipe.
  for (const pid of sharingCommand(line)) process.kill(pid, 'SIGKILL');
  await expect.poll(() => hasListeningServer(join(folder, 'data/pg18.hold')), { timeout: 20_000 }).toBe(true);
  await sleep(1_500);
  expect(hasListeningServer(join(folder, 'data/pg18.hold'))).toBe(true);
  expect(await count(holder.connection)).toBe(0);
  expect((await hold(folder)).adopted).toBe(true);
});

test('the process that started the server may exit first; the last holder stops the server', async () => {
  const folder = newFolder(0o755);
  const first = await hold(folder);
  const second = await hold(folder);
  expect(second.adopted).toBe(true);
  const session = await connect(second.connection);
  await first.release();
  await sleep(300);
  await session.query('select 1');
  await session.end();
  await second.release();
  expect(existsSync(join(folder, 'data/pg18/postmaster.pid'))).toBe(false);
});

test('kill -9 of the application stops the server and loses no acknowledged row', async () => {
  const folder = newFolder(0o755);
  let acknowledged = 0;
  for (let round = 0; round < 3; round++) {
    const holder = await hold(folder);
    const session = await connect(holder.connection);
    await session.query('create table if not exists written (n integer)');
    const writing = (async () => {
      for (;;) {
        await session.query('insert into written values (1)');
        acknowledged++;
      }
    })().catch(() => {});
    await sleep(100);
    await holder.kill();
    await writing;
    await session.end().catch(() => {});
    // Starts again immediately, while the old server may still be shutting down.
    const next = await hold(folder);
    expect(await count(next.connection, 'written')).toBeGreaterThanOrEqual(acknowledged);
    expect(acknowledged).toBeGreaterThan(0);
    await next.kill();
  }
});

test('after kill -9 of the server, a holder starts it again', async () => {
  const folder = newFolder(0o755);
  const holder = await hold(folder);
  const pid = Number(readFileSync(join(folder, 'data/pg18/postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => count(holder.connection).catch(() => -1), { timeout: 10_000 }).toBe(0);
});

test("two processes find the same short socket path when the folder's path is too long", async () => {
  const folder = join(newFolder(0o755), 'a-rather-long-name-of-a-folder'.repeat(4));
  mkdirSync(folder, { mode: 0o755 });
  folders.unshift(folder);
  const first = await hold(folder);
  const second = await hold(folder);
  expect(first.connection.host.length).toBeLessThan(90);
  expect(second.connection.host).toBe(first.connection.host);
  expect(second.adopted).toBe(true);
  expect(await count(second.connection)).toBe(0);
  rmSync(first.connection.host, { recursive: true, force: true });
});

test('a killed first start and a lock of a dead process do not block a new start', async () => {
  const folder = newFolder(0o755);
  const data = join(folder, 'data');
  mkdirSync(join(data, 'pg18.init/base'), { recursive: true });
  spawnSync('/bin/sh', ['-c', `printf '999999999 1' > ${join(data, 'pg18.lock')}`]);
  const holder = await hold(folder);
  expect(await count(holder.connection)).toBe(0);
  expect(existsSync(join(data, 'pg18.init'))).toBe(false);
  expect(existsSync(join(data, 'pg18.lock'))).toBe(false);
});

/** The processes whose command line is exactly this one. */
function sharingCommand(line: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => commandOf(pid) === line).map(Number);
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function newFolder(mode: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'gable-launcher-'));
  chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}

async function hold(folder: string, uid?: number): Promise<Holder> {
  const args = [script, join(folder, 'data')];
  const child =
    uid === undefined
      ? spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
      : spawn('setpriv', [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', process.execPath, ...args], {
          stdio: ['pipe', 'pipe', 'inherit'],
          cwd: '/',
        });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const holder: Holder = {
    process: child,
    adopted: false,
    connection: { host: '', port: 0, user: '', database: '' },
    release: async () => {
      child.stdin?.end();
      return exited;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
  holders.push(holder);
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([
    new Promise<string>((resolve) => lines.once('line', resolve)),
    exited.then((code) => `{"failed":"exit code ${code}"}`),
  ]);
  const said = JSON.parse(first) as { failed?: string; adopted: boolean; connection: EmbeddedConnection };
  if (said.failed) throw new Error(said.failed);
  holder.adopted = said.adopted;
  holder.connection = said.connection;
  return holder;
}

async function connect(connection: EmbeddedConnection): Promise<pg.Client> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Counts the rows of a table; without a table, returns 0 if the server responds. */
async function count(connection: EmbeddedConnection, table?: string): Promise<number> {
  const client = await connect(connection);
  try {
    const { rows } = await client.query<{ n: string }>(
      table ? `select count(*) as n from ${table}` : 'select 0 as n',
    );
    return Number(rows[0]?.n);
  } finally {
    await client.end();
  }
}
