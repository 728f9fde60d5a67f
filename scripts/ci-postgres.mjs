// Runs the database tests on this machine's PostgreSQL 15, the oldest supported version.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, root, tool, toolEnvironment } from './lib.mjs';
import { createTempFolder } from './temp-folder.mjs';
import { printFailures, vitestResults } from './testing/test-results.mjs';

const bin = '/usr/lib/postgresql/15/bin';
const nobody = 65534;
const scratch = createTempFolder();
const isRoot = process.getuid?.() === 0;
let totals = { passed: 0, failed: 0, names: [] };

if (existsSync(join(bin, 'postgres'))) totals = withServer(test);
else console.log('skipped: PostgreSQL 15 is not installed');
printFailures(totals.names);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed > 0 ? 1 : 0;

/**
 * Runs a server in a temporary folder, reached through a Unix socket. It refuses to run as root, so root starts it as
 * `nobody`.
 */
function withServer(work) {
  const folder = mkdtempSync(join(scratch, 'gable-pg15-'));
  chmodSync(folder, 0o755);
  if (isRoot) chownSync(folder, nobody, nobody);
  const data = join(folder, 'data');
  const settings = `-k ${folder} -c listen_addresses= -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200`;
  try {
    asServer('initdb', [
      '-D',
      data,
      '-U',
      'postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ]);
    asServer('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start']);
    const role = 'create role gable login createdb createrole';
    asServer('psql', ['-h', folder, '-U', 'postgres', '-d', 'postgres', '-qc', role]);
    asServer('createdb', ['-h', folder, '-U', 'postgres', '-O', 'gable', 'gable']);
    return work(`postgres://gable@localhost/gable?host=${encodeURIComponent(folder)}`, folder);
  } finally {
    if (existsSync(join(data, 'postmaster.pid'))) asServer('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
    rmSync(folder, { recursive: true, force: true });
  }
}

function asServer(command, args) {
  const who = isRoot ? { uid: nobody, gid: nobody } : {};
  const done = spawnSync(join(bin, command), args, {
    ...who,
    cwd: '/',
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (done.status !== 0) throw new Error(`${command} failed`);
}

function test(url, folder) {
  const usesDatabase = (path) =>
    path.endsWith('.test.ts') && /#testing\/(database|test-app)\.ts/.test(readFileSync(path, 'utf8'));
  const files = filesBelow('src', usesDatabase);
  const report = join(mkdtempSync(join(scratch, 'gable-results-')), 'vitest.json');
  const args = [
    'run',
    '--project',
    'node',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...files,
  ];
  const env = toolEnvironment({ GABLE_TEST_DATABASE_URL: url });
  const done = spawnSync(tool('vitest'), args, { cwd: root, stdio: 'inherit', env });
  try {
    if (!existsSync(report))
      console.error(`server log: ${readFileSync(join(folder, 'log'), 'utf8').slice(-500)}`);
    return vitestResults(report, done.status);
  } finally {
    rmSync(join(report, '..'), { recursive: true, force: true });
  }
}
