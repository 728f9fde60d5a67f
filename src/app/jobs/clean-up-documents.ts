import { sql } from 'kysely';
import { addHours } from '#domain/base/time.ts';
import { asPlatform } from '#server/db/connect.ts';
import type { Runtime } from '#server/runtime.ts';

/** A stored document that no one asked for in so long is made again if needed. */
const unusedHours = 30 * 24;
const perBatch = 200;

type Stores = Pick<Runtime, 'db' | 'clock' | 'files' | 'log'>;

/**
 * Deletes stored documents that were not used for 30 days, the files before their rows: none is left without a row. What
 * can't be removed now is left to the next run and keeps no others.
 */
export async function cleanUpDocuments({ db, clock, files, log }: Stores): Promise<void> {
  const before = addHours(clock.now(), -unusedHours);
  for (;;) {
    const rows = await asPlatform(db, (trx) =>
      trx
        .selectFrom('rendered_documents')
        .where('used_at', '<', before)
        .orderBy('used_at')
        .limit(perBatch)
        .select(['subscriber_id', 'key', 'storage_key'])
        .execute(),
    );
    const removed: typeof rows = [];
    for (const row of rows) {
      try {
        await files.remove(row.storage_key);
        removed.push(row);
      } catch (err) {
        log.warn({ err, storageKey: row.storage_key }, 'a stored document could not be removed');
      }
    }
    if (removed.length === 0) return;
    const gone = (column: keyof (typeof rows)[number]) => removed.map((row) => row[column]);
    await asPlatform(db, (trx) =>
      sql`delete from rendered_documents as d
        using unnest(${gone('subscriber_id')}::uuid[], ${gone('key')}::text[], ${gone('storage_key')}::text[])
          as gone (subscriber_id, key, storage_key)
        where (d.subscriber_id, d.key, d.storage_key) = (gone.subscriber_id, gone.key, gone.storage_key)`.execute(
        trx,
      ),
    );
    if (rows.length < perBatch) return;
  }
}
