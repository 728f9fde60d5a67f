import { sql } from 'kysely';
import { runDueJobs, runDueKey } from '#features/automations/running/run-due.job.ts';
import { asPlatform } from '#server/db/connect.ts';
import type { Runtime } from '#server/runtime.ts';

/** The rest waits for the next sweep. */
const maxPerSweep = 500;

/** Starts the due jobs of actions and reminders of every company, and returns how many companies have some. */
export async function sweepAutomations(runtime: Pick<Runtime, 'db' | 'clock' | 'queue'>): Promise<number> {
  const now = runtime.clock.now();
  return asPlatform(runtime.db, async (trx) => {
    const due = await trx
      .selectFrom('automation_jobs')
      .where('status', '=', 'pending')
      .where(sql`coalesce(retry_at, run_at)`, '<=', now)
      .groupBy('subscriber_id')
      .orderBy(sql`min(coalesce(retry_at, run_at))`)
      .limit(maxPerSweep)
      .select('subscriber_id')
      .execute();
    for (const { subscriber_id } of due)
      await runtime.queue.enqueue(trx, subscriber_id, runDueJobs, {}, { key: runDueKey });
    return due.length;
  });
}
