// Adds to package-lock.json the native packages of other platforms that the registry did not offer when the lockfile
// was written. Without them `npm ci` rejects the lockfile on every platform. Run after each dependency change: node
// scripts/complete-lock.mjs (with --check: only reports whether something is missing)
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib.mjs';

const file = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openharmony', 'sunos', 'win32'];
const machines = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];
let added = 0;

for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(path, name)) continue;
    const platform = platformOf(name);
    if (!platform) {
      console.error(
        `${name}@${version}, wanted by ${path || 'the project'}, is not in the lock and names no platform`,
      );
      process.exitCode = 1;
      continue;
    }
    lock.packages[`node_modules/${name}`] = {
      version,
      ...platform,
      ...(entry.dev ? { dev: true } : {}),
      license: entry.license,
      optional: true,
    };
    added++;
  }
}
if (process.argv.includes('--check')) {
  if (added > 0) {
    console.error(
      `package-lock.json lacks ${added} packages of other platforms: run node scripts/complete-lock.mjs`,
    );
    process.exitCode = 1;
  }
} else {
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${added} packages of other platforms added`);
}

/** Resolves as Node does: next to or above the package that requires it. */
function isLocked(path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (lock.packages[at ? `${at}/node_modules/${name}` : `node_modules/${name}`]) return true;
    if (at === '') return false;
    if (!at.includes('/node_modules/')) at = '';
  }
}

/** Such packages name their platform: `…-linux-arm64-musl`. */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = systems.find((one) => words.includes(one)) ?? (words.includes('windows') ? 'win32' : undefined);
  const cpu = machines.find((one) => words.includes(one));
  if (!os || !cpu) return null;
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : words.some((word) => word.startsWith('gnu'))
      ? ['glibc']
      : null;
  return { cpu: [cpu], ...(libc && os === 'linux' ? { libc } : {}), os: [os] };
}
