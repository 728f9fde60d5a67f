import { chownSync, existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Runner } from './embedded-binaries.ts';

/** The system rejects longer socket paths (107 bytes on Linux, 103 on macOS). */
const longest = 100;
const socketName = '/.s.PGSQL.5432';

/**
 * Returns the folder of the server's socket: the data directory itself, which other users cannot enter, so no password
 * is needed. If its path is too long for a socket, the starting process (`runner` given) creates a short folder in the
 * system's temporary folder and records it in a file, so that other processes find it.
 */
export function socketDirectory(dir: string, runner: Runner | null): string {
  if (Buffer.byteLength(dir + socketName) <= longest) return dir;
  const note = `${dir}.socket`;
  const remembered = existsSync(note) ? readFileSync(note, 'utf8').trim() : null;
  if (remembered !== null && isClosedFolder(remembered, runner)) return remembered;
  if (runner === null) return remembered ?? dir;
  const short = mkdtempSync(join(tmpdir(), 'gable-pg-'));
  if (runner.uid !== undefined) chownSync(short, runner.uid, runner.gid ?? runner.uid);
  writeFileSync(note, short, { mode: 0o600 });
  return short;
}

/**
 * Whether the folder still exists, is closed to others and belongs to the server, so it was not swapped for another.
 */
function isClosedFolder(path: string, runner: Runner | null): boolean {
  if (!existsSync(path)) return false;
  const { mode, uid } = statSync(path);
  const expected = runner?.uid ?? process.getuid?.();
  return (mode & 0o077) === 0 && (runner === null || uid === expected);
}
