import { addHours } from '#domain/base/time.ts';
import { asPlatform } from '#server/db/connect.ts';
import type { Runtime } from '#server/runtime.ts';

/** A stored document that no one asked for in so long is made again if needed. */
const unusedHours = 30 * 24;
const perBatch = 200;

/** Deletes stored documents that were not used for 30 days, the files before their rows: none is left without a row. */
export async function cleanUpDocuments({
  db,
  clock,
  files,
}: Pick<Runtime, 'db' | 'clock' | 'files'>): Promise<void> {
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
    for (const { storage_key } of rows) await files.remove(storage_key);
    await asPlatform(db, async (trx) => {
      for (const { subscriber_id, key, storage_key } of rows)
        await trx
          .deleteFrom('rendered_documents')
          .where('subscriber_id', '=', subscriber_id)
          .where('key', '=', key)
          .where('storage_key', '=', storage_key)
          .execute();
    });
    if (rows.length < perBatch) return;
  }
}
