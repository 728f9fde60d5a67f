import { stampReports } from '#features/reports/editing/stamp-reports.job.ts';
import { asPlatform } from '#server/db/connect.ts';
import type { Runtime } from '#server/runtime.ts';

/** The rest waits for the next sweep. */
const maxPerSweep = 500;

/** Queues the filling of all reports whose day has come, in every company, and returns the number of appointments. */
export async function sweepReports(runtime: Pick<Runtime, 'db' | 'clock' | 'queue'>): Promise<number> {
  const now = runtime.clock.now();
  return asPlatform(runtime.db, async (trx) => {
    const due = await trx
      .selectFrom('reports')
      .where('stamp_due_at', '<=', now)
      .where('is_stamped', '=', false)
      .where('deleted_at', 'is', null)
      .orderBy('stamp_due_at')
      .limit(maxPerSweep)
      .select(['subscriber_id', 'appointment_id'])
      .execute();
    const appointments = new Map(due.map((row) => [row.appointment_id, row.subscriber_id]));
    for (const [appointment_id, subscriberId] of appointments)
      await runtime.queue.enqueue(
        trx,
        subscriberId,
        stampReports,
        { appointment_id },
        { key: appointment_id },
      );
    return appointments.size;
  });
}
