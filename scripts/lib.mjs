// Shared by the scripts. Plain JavaScript with only node: imports, since start.mjs runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';

/** The project folder. */
export const root = resolve(import.meta.dirname, '..');

/** Whether a script was started directly rather than imported. */
export const isMain = (filename) => Boolean(process.argv[1]) && realpathSync(process.argv[1]) === filename;

export const majorVersion = Number(process.versions.node.split('.')[0]);

/** The Node 24 installed by npm, or null if there is none for this platform. */
export function bundledNode() {
  const isWindows = process.platform === 'win32';
  const folder = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  const file = join(root, 'node_modules', folder, 'bin', isWindows ? 'node.exe' : 'node');
  return existsSync(file) ? file : null;
}

/** The best Node available: this one if it is 24 or newer, else the bundled one, else this one. */
export function bestNode() {
  return majorVersion >= 24 ? process.execPath : (bundledNode() ?? process.execPath);
}

/**
 * Returns true when this process runs on Node 24 or newer. Otherwise runs `script` with the bundled one, adopts its
 * exit code, and returns false.
 */
export function onModernNode(script) {
  if (majorVersion >= 24) return true;
  const node = bundledNode();
  if (!node) {
    console.error('This script needs Node 24 or newer (npm brings one on Linux and Windows).');
    process.exitCode = 1;
    return false;
  }
  const done = spawnSync(node, [script, ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exitCode = done.status ?? 1;
  return false;
}

/** Exits with one line if Node is older than the shipped code requires. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Gable needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Installs with npm what a folder's package-lock.json requires and its node_modules lacks. */
export function install({ withTools, folder = root }) {
  const state = installed(folder, { withTools });
  if (state.complete) return;
  // Development tools that are already installed stay.
  const omit = withTools || state.hasTools ? [] : ['--omit=dev'];
  console.log(`Installing missing packages (${omit.length ? 'first start only, ' : ''}about a minute) ...`);
  const npm = process.env.npm_execpath;
  const [command, ...before] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  // Packages may not run install scripts: everything needed is prebuilt.
  const args = [...before, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...omit];
  const env = { ...process.env, NODE_ENV: '', ...ownCache() };
  const done = spawnSync(command, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'], env });
  if (done.status !== 0) {
    console.error('npm ci failed; see its message above.');
    process.exit(done.status ?? 1);
  }
}

/** npm caches downloads in HOME; if that is not writable, it gets a separate folder. */
function ownCache() {
  const cache = process.env.npm_config_cache ?? join(homedir(), '.npm');
  try {
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
    return {};
  } catch {
    return { npm_config_cache: join(tmpdir(), `gable-npm-${process.getuid?.() ?? 'cache'}`) };
  }
}

/** npm writes node_modules/.package-lock.json last, so everything listed there is really installed. */
function installed(folder, { withTools }) {
  const found = readJson(join(folder, 'node_modules/.package-lock.json'))?.packages;
  if (!found) return { complete: false, hasTools: false };
  const wanted = Object.entries(readJson(join(folder, 'package-lock.json')).packages);
  const complete = wanted.every(([path, entry]) => {
    if (path === '' || entry.optional || entry.devOptional) return true;
    if (entry.dev && !withTools) return true;
    return found[path]?.version === entry.version;
  });
  return { complete, hasTools: Object.values(found).some((entry) => entry.dev) };
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** Every file in `folder` and its subfolders that `keep` accepts, as sorted paths relative to the project. */
export function filesBelow(folder, keep = () => true, from = root) {
  const found = [];
  const walk = (at) => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (keep(path)) found.push(relative(from, path));
    }
  };
  if (existsSync(join(from, folder))) walk(join(from, folder));
  return found.sort();
}

/** A hash of everything the build reads. */
export function sourcesHash() {
  const isSource = (path) => !/\.test\.(?:tsx?|mjs)$/.test(path) && !path.includes('/src/testing/');
  const single = readdirSync(root).filter((name) =>
    /^(package-lock\.json|package\.json|tsconfig\.json|vite\.config\.ts|.*\.html)$/.test(name),
  );
  const hash = createHash('sha256');
  for (const file of [...single.sort(), ...filesBelow('scripts', isSource), ...filesBelow('src', isSource)]) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** Runs a command, captures its output, and resolves with the exit code and that output. */
export function run(command, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    const take = (chunk) => {
      output += chunk;
      options.onOutput?.(String(chunk));
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.once('error', (error) => done({ code: 1, output: `${output}${error.message}\n` }));
    child.once('close', (code, signal) => done({ code: code ?? (signal ? 1 : 0), output }));
  });
}

/** A tool that npm installed, run on the best Node. */
export const tool = (name) => join(root, 'node_modules/.bin', name);

/** The environment in which tools find the best Node first. */
export function toolEnvironment(extra = {}) {
  const folder = join(bestNode(), '..');
  return {
    ...process.env,
    PATH: `${join(root, 'node_modules/.bin')}:${folder}:${process.env.PATH ?? ''}`,
    ...extra,
  };
}
