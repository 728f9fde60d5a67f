import { connect, createServer, type Socket } from 'node:net';

/** A way to a server whose connections a test cuts. */
export interface CuttableWay {
  readonly origin: string;
  /** Cuts this many connections at the first byte of an answer, when the server has done its work. */
  cutNext(times: number): void;
  /** How many answers were cut. */
  cuts(): number;
  close(): Promise<void>;
}

/** Opens a way to a local server. Real sockets: the sender sees a connection that ends before an answer. */
export async function cuttableWay(port: number): Promise<CuttableWay> {
  let left = 0;
  let cuts = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    upstream.on('data', (bytes) => {
      if (left > 0) {
        left -= 1;
        cuts += 1;
        client.destroy();
      } else client.write(bytes);
    });
  });
  const ownPort = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
  return {
    origin: `http://127.0.0.1:${ownPort}`,
    cutNext(times) {
      left = times;
    },
    cuts: () => cuts,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
