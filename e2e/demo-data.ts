import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryEmbeddedDatabase } from '#testing/query-embedded-database.ts';
import { freePort, type RunningServer, startServer } from '#testing/running-server.ts';

const patienceMs = 100_000;

/**
 * A data folder with the demo as it stands when its papers are made and its mails are sent, for servers to begin from a
 * copy. Filling it takes as much as many journeys: whoever comes first does it, also in other processes, all others wait.
 */
export async function prepareDemoData(folder: string): Promise<string> {
  const data = `${folder}/data`;
  const done = `${folder}/done`;
  const lock = `${folder}/lock`;
  mkdirSync(folder, { recursive: true });
  for (const end = performance.now() + patienceMs; !existsSync(done); await sleep(50)) {
    if (taken(lock)) {
      if (performance.now() > end)
        throw new Error(`nobody has filled ${folder}: remove it if nobody is at it`);
      continue;
    }
    try {
      await fill(data);
      writeFileSync(done, '');
    } catch (error) {
      rmSync(lock, { recursive: true });
      throw error;
    }
  }
  return data;
}

function taken(lock: string): boolean {
  try {
    mkdirSync(lock);
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return true;
  }
}

async function fill(dataDir: string): Promise<void> {
  // What another has begun and not ended.
  rmSync(dataDir, { recursive: true, force: true });
  const server = await startServer({ dataDir, port: await freePort(), env: { DEMO: '1' } });
  try {
    await untilAtRest(server);
  } finally {
    await server.stop();
  }
}

/** Waits until every job that is due has been done. */
function untilAtRest({ dataDir }: RunningServer): Promise<void> {
  const due = `select 1 from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now() limit 1`;
  return queryEmbeddedDatabase(dataDir, async (client) => {
    for (const end = performance.now() + patienceMs; (await client.query(due)).rowCount; await sleep(200)) {
      if (performance.now() > end) throw new Error('the demo does not come to rest');
    }
  });
}
