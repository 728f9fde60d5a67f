// Where a run of tests writes: databases made and dropped by the hundred cost a disk's file system more than the tests.
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const name = /^gable-run-(\d+)-\w+$/;
const gigabyte = 2 ** 30;
const old = 3_600_000;

/**
 * A folder of its own for what this run and its children write, also as their folder of temporary files; removed when
 * this process exits. It lies in memory where there is plenty of it: a database is made there in a twentieth of the time.
 * GABLE_TEST_SCRATCH names another place to make it in.
 */
export function createTempFolder() {
  // A configuration may be read twice.
  const own = `gable-run-${process.pid}-`;
  if (process.env.TMPDIR?.includes(own)) return process.env.TMPDIR;
  const place = process.env.GABLE_TEST_SCRATCH ?? (hasRoom() ? memory : tmpdir());
  if (place === memory) removeLeftovers();
  const folder = mkdtempSync(join(place, own));
  // Open as any folder of temporary files: the database's server may run as somebody else.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  );
  return folder;
}

/** A run takes less than one gigabyte; nobody else should come to be short of memory by it. */
function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 3 * gigabyte && process.availableMemory() > 6 * gigabyte;
  } catch {
    return false;
  }
}

/** What runs left behind that were killed: on a disk it would do no harm, here it takes up memory. */
function removeLeftovers() {
  for (const entry of readdirSync(memory)) {
    const pid = Number(name.exec(entry)?.[1]);
    if (!pid || isRunning(pid)) continue;
    try {
      const path = join(memory, entry);
      if (Date.now() - statSync(path).mtimeMs > old) rmSync(path, { recursive: true, force: true });
    } catch {
      // Somebody else's, or removed by another run this moment.
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
