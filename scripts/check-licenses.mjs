// Reports shipped dependencies whose license is not permissive. Build and test tools are exempt.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMain, root } from './lib.mjs';

const permissive = new Set([
  ...[
    'MIT',
    'MIT-0',
    'ISC',
    'BSD-2-Clause',
    'BSD-3-Clause',
    '0BSD',
    'Apache-2.0',
    'OFL-1.1',
    'Unlicense',
    'CC0-1.0',
  ],
  ...['BlueOak-1.0.0', 'Python-2.0', 'PostgreSQL', 'Zlib', 'WTFPL'],
]);

/** Name (or a prefix ending in *) → why it may be shipped anyway. */
const exceptions = {
  'libheif-js': 'LGPL-3.0: a separate WebAssembly file that anyone may replace; reads photos of phones',
  '@img/sharp-libvips-*':
    'LGPL-3.0-or-later: a shared library of its own that anyone may replace; makes renditions',
  '@img/sharp-wasm32': 'LGPL part as above; not used where a native build exists',
  '@img/sharp-win32-*': 'LGPL part as above, bundled for Windows',
  lightningcss: 'MPL-2.0: used by Vite while building, unchanged; nothing of it is in what is served',
  'lightningcss-*': 'as lightningcss',
  'combine-errors': 'MIT, said in its Readme only; part of tus-js-client',
};

/** Whether an SPDX expression allows a permissive choice. */
export function isPermissive(expression) {
  const text = expression.replace(/[()]/g, '').trim();
  if (/ OR /i.test(text)) return text.split(/ OR /i).some(isPermissive);
  if (/ AND /i.test(text)) return text.split(/ AND /i).every(isPermissive);
  return permissive.has(text);
}

/** One line per shipped package with a disallowed license, and per exception that is no longer needed. */
export function licenseProblems() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const used = new Set();
  const problems = [];
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '' || entry.dev || entry.devOptional) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const licence = entry.license ?? ownLicence(path) ?? 'unknown';
    if (isPermissive(licence)) continue;
    const exception = Object.keys(exceptions).find((key) => matches(key, name));
    if (exception) used.add(exception);
    else problems.push(`${name} ${entry.version}: ${licence}`);
  }
  for (const key of Object.keys(exceptions)) {
    if (!used.has(key)) problems.push(`the exception for ${key} is not needed any more: remove it`);
  }
  return problems;
}

const matches = (key, name) => (key.endsWith('*') ? name.startsWith(key.slice(0, -1)) : key === name);

function ownLicence(path) {
  const file = join(root, path, 'package.json');
  if (!existsSync(file)) return null;
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8'));
  return license?.type ?? license ?? licenses?.map((one) => one.type ?? one).join(' OR ') ?? null;
}

if (isMain(import.meta.filename)) {
  const problems = licenseProblems();
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
