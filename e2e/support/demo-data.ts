import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryEmbeddedDatabase } from '#testing/query-embedded-database.ts';
import { freePort, type RunningServer, startServer } from '#testing/running-server.ts';

const patienceMs = 100_000;

/**
 * Returns a data folder with the demo once its PDFs are generated and its emails sent, for servers to start with a
 * copy. Seeding takes as long as many tests: the first caller does it, in any process, and all others wait.
 */
export async function prepareDemoData(folder: string): Promise<string> {
  const data = `${folder}/data`;
  const done = `${folder}/done`;
  const lock = `${folder}/lock`;
  mkdirSync(folder, { recursive: true });
  for (const end = performance.now() + patienceMs; !existsSync(done); await sleep(50)) {
    if (taken(lock)) {
      if (performance.now() > end)
        throw new Error(`${folder} was not seeded in time: remove it if no process is seeding it`);
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
  // Left unfinished by another process.
  rmSync(dataDir, { recursive: true, force: true });
  const server = await startServer({ dataDir, port: await freePort(), env: { DEMO: '1' } });
  try {
    await untilAtRest(server);
  } finally {
    await server.stop();
  }
}

/** Waits until every due job is done. */
function untilAtRest({ dataDir }: RunningServer): Promise<void> {
  const due = `select 1 from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now() limit 1`;
  return queryEmbeddedDatabase(dataDir, async (client) => {
    for (const end = performance.now() + patienceMs; (await client.query(due)).rowCount; await sleep(200)) {
      if (performance.now() > end) throw new Error('the jobs of the demo do not finish');
    }
  });
}
