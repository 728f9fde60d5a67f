// npm test: installs what tests need, then runs the checks, the unit and database tests, and the end-to-end tests of the
// main paths; with GABLE_THOROUGH=1 all end-to-end tests. Prints the processor time of each part. The last line sums the
// tests of all of them: "N passed, N failed".
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findE2eBrowser, headlessShellName } from './browser.mjs';
import { checkAll } from './check.mjs';
import { bestNode, filesBelow, install, requireNode, root, run, tool, toolEnvironment } from './lib.mjs';
import { createTempFolder } from './temp-folder.mjs';
import { partTimes } from './testing/processor-time.mjs';
import { playwrightResults, printFailures, vitestResults } from './testing/test-results.mjs';

requireNode();
// Checked first, so that a missing browser is reported at once instead of after minutes.
const browser = installedBrowser();
install({ withTools: true });
const results = mkdtempSync(join(tmpdir(), 'gable-results-'));
const demoFolder = join(createTempFolder(), 'demo');
const totals = { passed: 0, failed: 0 };
const failures = [];
const flaky = [];
const times = partTimes();
try {
  await part('build', build);
  await part('checks', async () => {
    const demo = seedDemo();
    const checked = await checkAll();
    await demo;
    return checked;
  });
  await part('unit and database tests', vitest);
  await part('end-to-end tests', endToEndTests);
} finally {
  rmSync(results, { recursive: true, force: true });
}
console.log(`\n${times.lines().join('\n')}`);
printFailures(failures, flaky);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed > 0 ? 1 : 0;

async function part(name, work) {
  console.log(`\n== ${name}`);
  add(await times.measure(name, work));
}

function add({ passed, failed, names, flaky: retried = [] }) {
  totals.passed += passed;
  totals.failed += failed;
  failures.push(...names);
  flaky.push(...retried);
}

/**
 * Returns a browser for the end-to-end tests: root installs Debian's, preferably the shell; other users get
 * instructions.
 */
function installedBrowser() {
  const found = findE2eBrowser();
  if (found) return found;
  if (process.getuid?.() === 0 && isThere('apt-get')) {
    const apt = (...args) =>
      spawnSync('apt-get', args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    apt('update', '-qq');
    for (const name of [headlessShellName, 'chromium']) {
      console.log(`Installing ${name} ...`);
      apt('install', '-y', '-qq', '--no-install-recommends', name);
      const now = findE2eBrowser();
      if (now) return now;
    }
  }
  console.error(
    `No browser found for the tests: install one (sudo apt-get install ${headlessShellName}, or chromium) or set CHROMIUM to its path.`,
  );
  process.exit(1);
}

function isThere(command) {
  return spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
}

/** Runs first: the page weights, the crash test and the end-to-end tests need the built files. */
function build() {
  const built = spawnSync(bestNode(), [join(root, 'scripts/build.mjs'), '--if-changed'], {
    cwd: root,
    stdio: 'inherit',
  });
  return built.status === 0
    ? { passed: 1, failed: 0, names: [] }
    : { passed: 0, failed: 1, names: ['the build'] };
}

/** Seeds the demo of the end-to-end tests concurrently. If it fails, they seed it again and report the error. */
function seedDemo() {
  return browser && run(bestNode(), ['e2e/support/seed-demo.ts', demoFolder]);
}

function vitest() {
  const file = join(results, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const done = spawnSync(tool('vitest'), args, {
    cwd: root,
    stdio: 'inherit',
    env: toolEnvironment({ CHROMIUM: browser }),
  });
  return vitestResults(file, done.status);
}

function endToEndTests() {
  if (filesBelow('e2e', (path) => path.endsWith('.spec.ts')).length === 0) {
    console.log('skipped: no end-to-end tests');
    return { passed: 0, failed: 0, names: [] };
  }
  const file = join(results, 'playwright.json');
  const env = toolEnvironment({
    CHROMIUM: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    GABLE_E2E_DEMO: demoFolder,
  });
  const which = process.env.GABLE_THOROUGH === '1' ? [] : ['--grep', '@main'];
  const done = spawnSync(tool('playwright'), ['test', '--reporter=list,json', ...which], {
    cwd: root,
    stdio: 'inherit',
    env,
  });
  return playwrightResults(file, done.status);
}
