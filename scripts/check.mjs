// npm run check: format, lint, types, layers, regular expressions, unused exports, texts, words, formats, licenses, table types,
// page weights. Prints
// failures, compactly.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bestNode, install, isMain, root, run, tool, toolEnvironment } from './lib.mjs';

const script = (name, ...args) => [bestNode(), join(root, 'scripts', name), ...args];
const linesShown = 40;

/**
 * All checks by name; evaluated after the installation, which provides the better Node. The two lists run in parallel,
 * each in order: two cores are enough.
 */
const lanes = () => [
  {
    format: [tool('biome'), 'check', '--reporter=summary', '.'],
    layers: script('check-layers.ts'),
    expressions: script('check-expressions.ts'),
    texts: script('check-translations.mjs'),
    words: script('check-words.mjs'),
    formats: script('check-formats.mjs'),
    'unused exports': [bestNode(), join(root, 'node_modules/knip/bin/knip.js'), '--no-progress'],
    licenses: script('check-licenses.mjs'),
    lockfile: script('complete-lock.mjs', '--check'),
    'page weights': script('build/page-sizes.mjs'),
    'table types': script('table-types.mjs', '--check'),
    lint: [tool('oxlint'), '--type-aware', '--quiet'],
  },
  {
    // Several checkers would each compute the large types: a single one takes half of their total time.
    types: [tool('tsc'), '-p', 'tsconfig.json', '--pretty', 'false', '--checkers', '1'],
    'domain types': [tool('tsc'), '-p', 'tsconfig.domain.json', '--pretty', 'false'],
  },
];

/** Runs all checks and returns how many passed and failed, and the names of the failed ones. */
export async function checkAll() {
  const results = await Promise.all(lanes().map(runLane));
  const all = results.flat();
  const names = all.filter((one) => !one.ok).map((one) => `check ${one.name}`);
  return { passed: all.length - names.length, failed: names.length, names };
}

async function runLane(lane) {
  const results = [];
  for (const [name, [command, ...args]] of Object.entries(lane)) {
    const started = performance.now();
    const { code, output } = await run(command, args, { env: toolEnvironment({ FORCE_COLOR: '0' }) });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const note = /^(?:skipped|density).*/m.exec(output)?.[0] ?? '';
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(14)} ${seconds.padStart(5)} s  ${note}`);
    if (code !== 0) console.log(shortened(output));
    results.push({ name, ok: code === 0 });
  }
  return results;
}

function shortened(output) {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const shown = lines.slice(0, linesShown).map((line) => `    ${line}`);
  if (lines.length > linesShown) shown.push(`    ... and ${lines.length - linesShown} more lines`);
  return shown.join('\n');
}

if (isMain(import.meta.filename)) {
  if (!existsSync(tool('biome'))) install({ withTools: true });
  const { passed, failed } = await checkAll();
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}
