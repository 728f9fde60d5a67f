// Where a test run writes: creating and dropping hundreds of databases costs a disk's file system more than the tests.
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const name = /^gable-run-(\d+)-\w+$/;
const gigabyte = 2 ** 30;
const old = 3_600_000;

/**
 * Creates a temporary folder for this run and its child processes; removed when this process exits. It is in memory if
 * there is plenty: creating a database there takes a twentieth of the time. GABLE_TEST_SCRATCH names another parent
 * folder.
 */
export function createTempFolder() {
  // A configuration file may be loaded twice.
  const own = `gable-run-${process.pid}-`;
  if (process.env.TMPDIR?.includes(own)) return process.env.TMPDIR;
  const place = process.env.GABLE_TEST_SCRATCH ?? (hasRoom() ? memory : tmpdir());
  if (place === memory) removeLeftovers();
  const folder = mkdtempSync(join(place, own));
  // Open like any temporary folder: the database server may run as another user.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  );
  return folder;
}

/** A run takes less than one gigabyte; it must not use up the memory of other processes. */
function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 3 * gigabyte && process.availableMemory() > 6 * gigabyte;
  } catch {
    return false;
  }
}

/** Removes what killed runs left behind: harmless on a disk, here it takes up memory. */
function removeLeftovers() {
  for (const entry of readdirSync(memory)) {
    const pid = Number(name.exec(entry)?.[1]);
    if (!pid || isRunning(pid)) continue;
    try {
      const path = join(memory, entry);
      if (Date.now() - statSync(path).mtimeMs > old) rmSync(path, { recursive: true, force: true });
    } catch {
      // Owned by another user, or just removed by another run.
    }
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}
