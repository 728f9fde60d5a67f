import { releaseHeld, releaseHeldKey } from '#features/messages/sending/release-held.job.ts';
import { asPlatform } from '#server/db/connect.ts';
import type { Runtime } from '#server/runtime.ts';

/** The rest waits for the next sweep. */
const maxPerSweep = 500;

/** Starts the release of messages whose hour has come, in every company, and returns how many companies have some. */
export async function sweepHeldMessages(runtime: Pick<Runtime, 'db' | 'clock' | 'queue'>): Promise<number> {
  const now = runtime.clock.now();
  return asPlatform(runtime.db, async (trx) => {
    const due = await trx
      .selectFrom('outbound_messages')
      .where('held_until', '<=', now)
      .select('subscriber_id')
      .distinct()
      .limit(maxPerSweep)
      .execute();
    for (const { subscriber_id } of due)
      await runtime.queue.enqueue(trx, subscriber_id, releaseHeld, {}, { key: releaseHeldKey });
    return due.length;
  });
}
