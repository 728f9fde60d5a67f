// Starts the built server on the Node that runs this script, checks its health, and stops it. For Node 20 in CI.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './lib.mjs';

const script = join(root, 'dist/server.js');
const questions = ['/health', '/ready', '/api/openapi.json', '/auth/login'];
let passed = 0;
let failed = 0;

if (!existsSync(script)) tell(false, 'dist/server.js is missing: npm run build');
else await tryServer();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function tell(ok, text) {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${text}`);
  if (ok) passed++;
  else failed++;
}

async function tryServer() {
  const data = mkdtempSync(join(tmpdir(), 'gable-ci-'));
  const port = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: '',
    PORT: String(port),
    DATA_DIR: data,
    DEMO: '1',
    LOG_LEVEL: 'warn',
  };
  const server = spawn(process.execPath, ['--enable-source-maps', script], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exited = new Promise((done) => server.once('exit', (code, signal) => done(code ?? signal)));
  try {
    tell(await isReady(port, server), `ready on Node ${process.version}`);
    for (const path of questions) tell((await statusOf(port, path)) === 200, `GET ${path}`);
    server.kill('SIGTERM');
    const end = await Promise.race([exited, sleep(30_000, 'not within 30 s')]);
    tell(end === 0, `ends on SIGTERM (${end})`);
  } finally {
    server.kill('SIGKILL');
    await exited;
    rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

async function isReady(port, server) {
  for (
    const end = performance.now() + 120_000;
    performance.now() < end && server.exitCode === null;
    await sleep(200)
  ) {
    if ((await statusOf(port, '/ready')) === 200) return true;
  }
  return false;
}

async function statusOf(port, path) {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(10_000) });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

function freePort() {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}
