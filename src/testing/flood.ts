import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a server did with a request whose body does not end. */
interface Flooded {
  status: number;
  /** Whether it closed the connection before the sender stopped. */
  isClosed: boolean;
}

const mostBytes = 256_000_000;
const patienceMs = 3000;

/** Sends a request with an endless body of chunks, until the connection is closed or takes no more, or 256 MB are sent. */
export async function flood(port: number, head: string, first: string): Promise<Flooded> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  let isClosed = false;
  socket.on('data', (bytes: Buffer) => {
    answer += bytes.toString('latin1');
  });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      isClosed = true;
      resolve();
    });
  });
  const sends = (text: string) =>
    new Promise<boolean>((resolve) => {
      socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`, (error) => resolve(!error));
      void Promise.race([closed, sleep(patienceMs)]).then(() => resolve(false));
    });
  socket.write(`${head}\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`);
  let isTaken = await sends(first);
  const piece = 'x'.repeat(64_000);
  while (isTaken && socket.bytesWritten < mostBytes) isTaken = await sends(piece);
  await Promise.race([closed, sleep(patienceMs)]);
  socket.destroy();
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0), isClosed };
}
