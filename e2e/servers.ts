import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { bestNode } from '../scripts/lib.mjs';

/**
 * How many files of journeys run beside each other, each worker with a server and a demo company of its own. A journey waits
 * for much of its time: one more than the cores of the smallest machine keeps them busy.
 */
export const workers = Number(process.env.GABLE_E2E_WORKERS ?? Math.min(3, availableParallelism() + 1));

const firstPort = Number(process.env.GABLE_E2E_PORT ?? 4173);
const portOf = (worker: number) => firstPort + worker;

/** Where the server of a worker answers. */
export const workerOrigin = (worker: number) => `http://localhost:${portOf(worker)}`;

/**
 * The servers, one for each worker, with their data below one folder. GABLE_E2E_DEMO names a folder where the demo they
 * begin from stands already, or is being filled.
 */
export function servers(data: string) {
  const demo = process.env.GABLE_E2E_DEMO ?? join(data, 'demo');
  return Array.from({ length: workers }, (_, worker) => ({
    command: `${bestNode()} --enable-source-maps e2e/serve.ts ${demo}`,
    url: `${workerOrigin(worker)}/ready`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 20_000 },
    env: {
      PORT: String(portOf(worker)),
      PUBLIC_URL: workerOrigin(worker),
      DATA_DIR: join(data, String(worker)),
      DEMO: '1',
      LOG_LEVEL: 'warn',
      TZ: 'Asia/Tokyo',
    },
  }));
}
