import { type SyncKey, syncJobKey } from '#features/connections/sync.ts';
import { asPlatform } from '#server/db/connect.ts';
import type { AnyJob } from '#server/jobs.ts';
import type { Runtime } from '#server/runtime.ts';

/** The rest waits for the next sweep. */
const maxPerSweep = 500;

/**
 * Starts every sync that is due and not running, and returns how many. Syncs of jobs that this version does not have
 * are left alone, since a newer version may run next to this one.
 */
export async function sweepSyncs(
  runtime: Pick<Runtime, 'db' | 'clock' | 'queue'>,
  jobs: readonly AnyJob[],
): Promise<number> {
  const now = runtime.clock.now();
  return asPlatform(runtime.db, async (trx) => {
    const due = await trx
      .selectFrom('sync_cursors')
      .where('due_at', '<=', now)
      .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
      .where(
        'job',
        'in',
        jobs.map(({ name }) => name),
      )
      .orderBy('due_at')
      .limit(maxPerSweep)
      .select(['subscriber_id', 'connection', 'stream', 'job'])
      .execute();
    for (const { subscriber_id, connection, stream, job } of due) {
      const key: SyncKey = { connection, stream };
      await runtime.queue.enqueue(trx, subscriber_id, { name: job }, key, { key: syncJobKey(key) });
    }
    return due.length;
  });
}
