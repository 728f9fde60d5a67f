import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, rmSync, writeSync } from 'node:fs';

// The named pipe next to the data directory: processes that have it open for writing hold the server.

/**
 * Creates a pipe with one writer, this process. The first reader is non-blocking so that the writer can be opened at
 * all; the second, which the shell gets, blocks. At no point would our death leave the shell waiting forever.
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

/** Opens the pipe for writing. Returns null when it has no reader: the server is down or shutting down. */
export function openPipeForWriting(path: string): number | null {
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENXIO') return null;
    throw error;
  }
}

/** Whether a server is running whose watchdog still reads the pipe. */
export function hasListeningServer(path: string): boolean {
  const pipe = openPipeForWriting(path);
  if (pipe === null) return false;
  closeSync(pipe);
  return true;
}

/** Whether the watchdog still reads the pipe, checked by writing a line without meaning. */
export function isReaderAlive(pipe: number): boolean {
  try {
    writeSync(pipe, '\n');
    return true;
  } catch {
    return false;
  }
}
