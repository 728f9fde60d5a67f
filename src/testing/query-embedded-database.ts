import pg from 'pg';
import { startEmbedded } from '#server/db/embedded.ts';

/** Queries the embedded database of a data folder directly, whether or not the server runs. Sees all companies. */
export async function queryEmbeddedDatabase<T>(
  dataDir: string,
  ask: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const embedded = await startEmbedded(dataDir, { durable: true, maxConnections: 100 });
  const client = new pg.Client({ ...embedded.connection });
  await client.connect();
  try {
    return await ask(client);
  } finally {
    await client.end();
    await embedded.stop();
  }
}
