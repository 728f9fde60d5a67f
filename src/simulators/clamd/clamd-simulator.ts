import { createServer, type Socket } from 'node:net';

/** The harmless text by which scanners are tested; in two parts, so that no scanner reports this file. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/**
 * `stuck`: takes nothing. `silent`: takes the file and never answers. `closes`: ends the connection in the middle of the file. `busy`: answers with
 * an error.
 */
type ClamdFault = 'stuck' | 'silent' | 'closes' | 'busy';

/** A simulator of clamd on loopback. */
export interface ClamdSimulator {
  readonly address: { readonly host: string; readonly port: number };
  /** What it scanned to the end: the number of bytes of each file. */
  readonly scanned: number[];
  /** The most connections it had at once. */
  mostAtOnce: number;
  /** What goes wrong from now on; null: nothing. */
  fault: ClamdFault | null;
  /** How long it takes for an answer. */
  delayMs: number;
  stop(): Promise<void>;
}

/** Starts a simulator that speaks clamd's INSTREAM and refuses files larger than `largestStream` as StreamMaxLength does. */
export async function startClamdSimulator({ largestStream = 25_000_000 } = {}): Promise<ClamdSimulator> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    sim.mostAtOnce = Math.max(sim.mostAtOnce, sockets.size);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    serve(socket, sim, largestStream);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const sim: ClamdSimulator = {
    address: { host: '127.0.0.1', port },
    scanned: [],
    mostAtOnce: 0,
    fault: null,
    delayMs: 0,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return sim;
}

const command = Buffer.from('zINSTREAM\0');

/** Reads the command and the chunks, each with its length in four bytes, up to the empty one. */
function serve(socket: Socket, sim: ClamdSimulator, largestStream: number): void {
  let pending = Buffer.alloc(0);
  let isStarted = false;
  let isDone = false;
  const file: Buffer[] = [];
  let size = 0;
  const answer = (line: string) => {
    isDone = true;
    setTimeout(() => socket.end(`${line}\0`), sim.delayMs);
  };
  const finish = () => {
    sim.scanned.push(size);
    if (sim.fault === 'silent') return;
    const isFound = Buffer.concat(file).includes(eicar);
    answer(isFound ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK');
  };
  socket.on('data', (bytes: Buffer) => {
    if (isDone) return;
    pending = Buffer.concat([pending, bytes]);
    if (!isStarted) {
      if (pending.length < command.length) return;
      if (!pending.subarray(0, command.length).equals(command)) return answer('UNKNOWN COMMAND');
      pending = pending.subarray(command.length);
      isStarted = true;
    }
    if (sim.fault === 'stuck') return void socket.pause();
    if (sim.fault === 'busy') return answer('Can’t allocate memory ERROR');
    while (!isDone && pending.length >= 4) {
      const length = pending.readUInt32BE();
      if (length === 0) return finish();
      if (size + length > largestStream) return answer('INSTREAM size limit exceeded. ERROR');
      if (pending.length < 4 + length) return;
      file.push(pending.subarray(4, 4 + length));
      size += length;
      pending = pending.subarray(4 + length);
      if (sim.fault === 'closes') return void socket.destroy();
    }
  });
}
