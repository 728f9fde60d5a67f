import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import type { BenchCluster } from '../data/list-data.ts';

const workers = 4;

/** Runs jobs that do nothing with pg-boss alone, configured as ours, and returns how many per second. */
export async function measureQueue(cluster: BenchCluster, count: number): Promise<number> {
  const boss = new PgBoss({ ...cluster.embedded.connection, max: 4, schedule: false, supervise: false });
  boss.on('error', (error: unknown) => console.error(error));
  await boss.start();
  const name = 'bench-nothing';
  await boss.createQueue(name);
  for (let n = 0; n < count; n += 1000)
    await boss.insert(
      name,
      Array.from({ length: Math.min(1000, count - n) }, () => ({ data: { subscriberId: 'x', data: {} } })),
    );
  let done = 0;
  const began = performance.now();
  for (let n = 0; n < workers; n += 1) {
    let id = '';
    id = await boss.work(name, { batchSize: 1, pollingIntervalSeconds: 1 }, async () => {
      done += 1;
      boss.notifyWorker(id);
    });
  }
  while (done < count) await sleep(5);
  const perSecond = count / ((performance.now() - began) / 1000);
  await boss.stop({ graceful: true, close: true });
  return perSecond;
}
