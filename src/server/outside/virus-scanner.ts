import { once } from 'node:events';
import { createConnection, type NetConnectOpts, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** `unavailable`: there is no answer, or none that we understand; `why` is for the log. */
type ScanVerdict =
  | { readonly is: 'clean' }
  | { readonly is: 'infected'; readonly virus: string }
  | { readonly is: 'too_large' }
  | { readonly is: 'unavailable'; readonly why: string };

/** Reads a file from its start: its pieces, in order. */
export type ReadFile = () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** The interface of a virus scanner. */
export interface VirusScanner {
  /** Sends a file to the scanner piece by piece. Throws only what reading the file throws. */
  scan(read: ReadFile): Promise<ScanVerdict>;
}

interface ClamdOptions {
  readonly address: NetConnectOpts;
  /** Without any progress for this long, the scan ends. */
  readonly idleMs?: number;
  /** A scan ends after this long in any case. */
  readonly longestMs?: number;
}

const brokenOff = /EPIPE|ECONNRESET|closed without an answer/;
const defaultIdleMs = 30_000;
const defaultLongestMs = 120_000;

/** Creates a scanner that talks to clamd (INSTREAM): one connection for each file. */
export function clamdScanner({
  address,
  idleMs = defaultIdleMs,
  longestMs = defaultLongestMs,
}: ClamdOptions): VirusScanner {
  return {
    async scan(read) {
      const first = await attempt(read);
      // A scanner that refuses a file closes while more of it is sent. Its answer is lost then, rarely twice.
      return first.is === 'unavailable' && brokenOff.test(first.why) ? attempt(read) : first;
    },
  };

  async function attempt(read: ReadFile): Promise<ScanVerdict> {
    const socket = createConnection(address);
    let problem = 'the connection was closed without an answer';
    socket.on('error', (error) => {
      problem = error.message;
    });
    const stop = (why: string) => () => socket.destroy(new Error(why));
    socket.setTimeout(idleMs, stop(`no progress for ${idleMs} ms`));
    const timer = setTimeout(stop(`not done after ${longestMs} ms`), longestMs);
    try {
      return verdictOf(await exchange(socket, read), problem);
    } finally {
      clearTimeout(timer);
      socket.destroy();
    }
  }

  async function exchange(socket: Socket, read: ReadFile): Promise<string> {
    let answer = '';
    const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
    socket.on('data', (bytes: Buffer) => {
      answer = (answer + bytes.toString('utf8')).slice(0, 2_000);
      // A file that is too large is refused before its end.
      if (answer.includes('\0')) socket.destroy();
    });
    await write(socket, Buffer.from('zINSTREAM\0'));
    for await (const piece of read()) {
      // A scanner that refuses a file answers and closes. The next write would fail and discard that answer, so it is read
      // first.
      await nextTurn();
      if (socket.destroyed) break;
      if (piece.byteLength > 0) await write(socket, lengthOf(piece.byteLength), piece);
    }
    await write(socket, lengthOf(0));
    await closed;
    return answer;
  }
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

/** Writes and waits until the scanner has taken most of it, so that a large file is never in memory as a whole. */
async function write(socket: Socket, ...parts: readonly Uint8Array[]): Promise<void> {
  if (socket.destroyed) return;
  const isFull = parts.map((part) => socket.write(part)).includes(false);
  if (!isFull) return;
  const stopped = new AbortController();
  await Promise.race(
    ['drain', 'close'].map((event) => once(socket, event, { signal: stopped.signal })),
  ).catch(() => undefined);
  stopped.abort();
}

function verdictOf(answer: string, problem: string): ScanVerdict {
  const [line = ''] = answer.split('\0');
  if (line === 'stream: OK') return { is: 'clean' };
  const virus = /^stream: (.+) FOUND$/.exec(line)?.[1];
  if (virus !== undefined) return { is: 'infected', virus };
  if (line.includes('size limit exceeded')) return { is: 'too_large' };
  return { is: 'unavailable', why: line || problem };
}
