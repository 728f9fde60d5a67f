import { addMinutes } from '#domain/base/time.ts';
import { deliveryJobKey, webhookDelivery } from '#features/automations/webhooks/schedule-delivery.ts';
import { asPlatform } from '#server/db/connect.ts';
import type { Runtime } from '#server/runtime.ts';

/** The rest waits for the next sweep. */
const maxPerSweep = 500;

/**
 * Resumes URLs with webhooks that have been due for a minute, and returns how many. Each delivery schedules the next one,
 * so a job that failed permanently, as during a long outage of the database, would leave them waiting.
 */
export async function sweepWebhooks(runtime: Pick<Runtime, 'db' | 'clock' | 'queue'>): Promise<number> {
  const now = runtime.clock.now();
  return asPlatform(runtime.db, async (trx) => {
    const overdue = await trx
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhook_endpoints as e', (on) =>
        on.onRef('e.subscriber_id', '=', 'd.subscriber_id').onRef('e.id', '=', 'd.endpoint_id'),
      )
      .where('d.status', 'in', ['queued', 'sending'])
      .where('d.due_at', '<', addMinutes(now, -1))
      .where('e.off_at', 'is', null)
      .where((eb) => eb.or([eb('e.paused_until', 'is', null), eb('e.paused_until', '<=', now)]))
      .select(['e.subscriber_id', 'e.id'])
      .distinct()
      .limit(maxPerSweep)
      .execute();
    for (const { subscriber_id, id } of overdue) {
      const data = { endpoint_id: id };
      await runtime.queue.enqueue(trx, subscriber_id, webhookDelivery, data, { key: deliveryJobKey(id) });
    }
    return overdue.length;
  });
}
