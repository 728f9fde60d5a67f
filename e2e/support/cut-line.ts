import { spawnSync } from 'node:child_process';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { freePort, startServer } from '#testing/running-server.ts';
import { prepareDemoData } from './demo-data.ts';

/** A separate server behind a line that can be cut. */
export interface Line {
  origin: string;
  /** The server itself, also reached while the line is cut. */
  direct: string;
  /** Ends all connections and refuses new ones. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Replaces the server by another build, as a deployment does. */
  deploy(script: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server with a copy of the demo, which browsers reach through a proxy of this process. */
export async function openLine(name: string): Promise<Line> {
  const data = process.env.GABLE_E2E_DATA ?? '';
  const demo = await prepareDemoData(process.env.GABLE_E2E_DEMO ?? join(data, 'demo'));
  const dataDir = join(data, `line-${name}`);
  const copied = spawnSync('cp', ['-a', demo, dataDir], { stdio: 'inherit' });
  if (copied.status !== 0) throw new Error(`${dataDir} could not be copied`);
  const [port, serverPort] = [await freePort(), await freePort()];
  const origin = `http://localhost:${port}`;
  const options = { dataDir, port: serverPort, env: { DEMO: '1', PUBLIC_URL: origin, TZ: 'Asia/Tokyo' } };
  let server = await startServer(options);
  const proxy = createProxy(port, serverPort);
  await proxy.restore();
  return {
    origin,
    direct: `http://localhost:${serverPort}`,
    cut: proxy.cut,
    restore: proxy.restore,
    deploy: async (script) => {
      await server.stop();
      server = await startServer({ ...options, script });
    },
    stop: async () => {
      await proxy.cut();
      await server.stop();
    },
  };
}

function createProxy(port: number, target: number): Pick<Line, 'cut' | 'restore'> {
  const sockets = new Set<Socket>();
  let listening: Server | null = null;
  const track = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.on('error', () => other.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
    socket.pipe(other);
  };
  return {
    cut: async () => {
      const closed = new Promise<void>((resolve) => listening?.close(() => resolve()) ?? resolve());
      listening = null;
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    restore: () =>
      new Promise((resolve, reject) => {
        if (listening) return resolve();
        listening = createServer((socket) => {
          const other = dial(target, '127.0.0.1');
          track(socket, other);
          track(other, socket);
        });
        listening.once('error', reject);
        listening.listen(port, 'localhost', resolve);
      }),
  };
}
