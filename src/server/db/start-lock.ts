import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Takes the lock file, or returns false when a running process holds it. The file names its holder by pid and start
 * time, since pids are reused (in a container even the same ones). A dead holder's lock is taken over.
 */
export function tryStartLock(path: string): boolean {
  if (createLockFile(path)) return true;
  const found = readOrEmpty(path);
  if (found === '' || isAlive(found)) return false;
  // Two processes may find the same dead lock: the rename lets one win, and it checks again what it moved.
  const moved = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, moved);
  } catch {
    return false;
  }
  const takenBack = readOrEmpty(moved);
  if (takenBack !== found && isAlive(takenBack)) {
    try {
      linkSync(moved, path);
    } catch {
      // A third process took the lock in between. The server's own lock file still prevents two servers.
    }
    rmSync(moved, { force: true });
    return false;
  }
  rmSync(moved, { force: true });
  return createLockFile(path);
}

/** Releases the lock if it is still ours. */
export function releaseStartLock(path: string): void {
  if (readOrEmpty(path) === signature(process.pid)) rmSync(path, { force: true });
}

/** Creates the lock file by linking a complete one into place, so that a partial line is never read. */
function createLockFile(path: string): boolean {
  const own = `${path}.${process.pid}`;
  writeFileSync(own, signature(process.pid), { mode: 0o600 });
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

function isAlive(line: string): boolean {
  const pid = Number(line.split(' ')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return signature(pid) === line;
}

/** Returns `pid start-time`; the start time is known on Linux only. */
function signature(pid: number): string {
  const stat = `/proc/${pid}/stat`;
  if (!existsSync(stat)) return `${pid} 0`;
  // The second field is the name in parentheses and may contain spaces; field 22 is the start time.
  const afterName = readFileSync(stat, 'utf8').split(') ').at(-1) ?? '';
  return `${pid} ${afterName.split(' ')[19] ?? '0'}`;
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
