import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { builtServer } from '#testing/running-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'gable boot-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the built server with this environment and returns its exit code and error output. */
async function boot(
  env: Record<string, string>,
  during?: (kill: (signal: NodeJS.Signals) => void) => Promise<void>,
) {
  const child = spawn(process.execPath, [builtServer], {
    env: {
      ...process.env,
      NODE_ENV: '',
      DATABASE_URL: '',
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await during?.((signal) => child.kill(signal));
  return { code: await ended, stderr };
}

describe.skipIf(!existsSync(builtServer))('a failed start', () => {
  test('reports a port in use in one line, before creating any data', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port));
    });
    const { code, stderr } = await boot({ PORT: String(port), DATA_DIR: join(folder, 'busy') });
    expect(code).toBe(1);
    expect(stderr).toBe(
      `Port ${port} of 127.0.0.1 is in use: stop what runs there, or set PORT to another (0 takes any free one).\n`,
    );
    expect(readdirSync(join(folder, 'busy'))).toEqual(['secret.key']);
    other.close();
  });

  test('names the problem with DATA_DIR', async () => {
    writeFileSync(join(folder, 'a file'), '');
    const { code, stderr } = await boot({ DATA_DIR: join(folder, 'a file') });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^The configuration is wrong:\n {2}DATA_DIR: .*a file cannot be used \(.*\)\n$/);
  });

  test('reports that the database is unreachable', async () => {
    const SECRET_KEY = 'k'.repeat(40);
    const { code, stderr } = await boot({
      SECRET_KEY,
      DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x',
      DEMO: '0',
    });
    expect([code, stderr]).toEqual([
      1,
      'The database of DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1\n',
    ]);
  });

  test('exits without an error when stopped during startup', async () => {
    const DATA_DIR = join(folder, 'half');
    const { code, stderr } = await boot({ LOG_LEVEL: 'error', DATA_DIR }, async (kill) => {
      // From here on the database is being initialized.
      while (!existsSync(join(DATA_DIR, 'pg18'))) await sleep(20);
      kill('SIGTERM');
    });
    expect([code, stderr]).toEqual([0, '']);
  }, 60_000);
});
