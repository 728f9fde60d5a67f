import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, rmSync, writeSync } from 'node:fs';

// The named pipe beside the data directory: who has it open for writing holds the server.

/**
 * A pipe with one writer, ours. The first reader is opened without waiting so that the writer can be opened at all;
 * the second, which the shell gets, is a waiting one. No moment exists in which our death would leave the shell waiting.
 */
export function createPipe(path: string): { reader: number; writer: number } {
  rmSync(path, { force: true });
  const made = spawnSync('mkfifo', ['-m', '600', path], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`mkfifo ${path}: ${made.error?.message ?? made.stderr}`);
  const first = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  const reader = openSync(path, constants.O_RDONLY);
  closeSync(first);
  return { reader, writer };
}

/** The pipe for writing, or null when nobody reads it: then the server is down or going down. */
export function openPipeForWriting(path: string): number | null {
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENXIO') return null;
    throw error;
  }
}

/** Whether a server is there whose keeper still listens to the pipe. */
export function hasListeningServer(path: string): boolean {
  const pipe = openPipeForWriting(path);
  if (pipe === null) return false;
  closeSync(pipe);
  return true;
}

/** Whether the keeper still listens, asked by writing a line that means nothing. */
export function isReaderAlive(pipe: number): boolean {
  try {
    writeSync(pipe, '\n');
    return true;
  } catch {
    return false;
  }
}
