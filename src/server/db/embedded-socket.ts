import { chownSync, existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Runner } from './embedded-binaries.ts';

/** A socket path longer than this is refused by the system (107 bytes on Linux, 103 on macOS). */
const longest = 100;
const socketName = '/.s.PGSQL.5432';

/**
 * The folder of the server's socket: the data directory itself, which is closed to others and so needs no password.
 * Where its path is too long for a socket, a short folder beside the temporary files is made by the starter (`runner`
 * given) and remembered in a file, so that a second process finds it.
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

/** Still there, still closed, and the server's own: nobody has put another folder in its place. */
function isClosedFolder(path: string, runner: Runner | null): boolean {
  if (!existsSync(path)) return false;
  const { mode, uid } = statSync(path);
  const expected = runner?.uid ?? process.getuid?.();
  return (mode & 0o077) === 0 && (runner === null || uid === expected);
}
