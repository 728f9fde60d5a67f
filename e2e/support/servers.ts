import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { bestNode } from '../../scripts/lib.mjs';

/**
 * How many test files run in parallel, each worker with its own server and demo company. Tests spend much of their time
 * waiting: one more than the cores of the smallest machine keeps them busy.
 */
export const workers = Number(process.env.GABLE_E2E_WORKERS ?? Math.min(3, availableParallelism() + 1));

const firstPort = Number(process.env.GABLE_E2E_PORT ?? 4173);
const portOf = (worker: number) => firstPort + worker;

/** The origin of a worker's server. */
export const workerOrigin = (worker: number) => `http://localhost:${portOf(worker)}`;

/**
 * The servers, one per worker, with their data in one folder. GABLE_E2E_DEMO names a folder that contains the demo they
 * start with, or in which it is being seeded.
 */
export function servers(data: string) {
  const demo = process.env.GABLE_E2E_DEMO ?? join(data, 'demo');
  return Array.from({ length: workers }, (_, worker) => ({
    command: `${bestNode()} --enable-source-maps e2e/support/serve.ts ${demo}`,
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
