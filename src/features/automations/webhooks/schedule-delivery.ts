import { addSeconds } from '#domain/automations/webhook-schedule.ts';
import type { Instant } from '#domain/base/time.ts';
import type { WriteCtx } from '#server/context.ts';
import { jobType } from '#server/job-type.ts';

/** Sends the next webhook that is due at a URL; `deliver-webhook.job.ts` handles it. */
export const webhookDelivery = jobType<{ endpoint_id: string }>('automations/deliver-webhook');

/** Returns the job key under which one run waits for a URL. */
export function deliveryJobKey(endpointId: string): string {
  return `webhooks:${endpointId}`;
}

/** Runs the delivery of a URL as soon as possible. */
export function scheduleDelivery(ctx: WriteCtx, endpointId: string): Promise<void> {
  return ctx.enqueue(webhookDelivery, { endpoint_id: endpointId }, { key: deliveryJobKey(endpointId) });
}

/** Runs the delivery of a URL in a second, because too many webhooks are on the way. */
export function postponeDelivery(ctx: WriteCtx, endpointId: string): Promise<void> {
  const options = { key: deliveryJobKey(endpointId), runAt: addSeconds(ctx.now, 1) };
  return ctx.enqueue(webhookDelivery, { endpoint_id: endpointId }, options);
}

/**
 * Runs the delivery of a URL when its next webhook is due. Under another key, so that it cannot replace the immediate run
 * that a transaction which has not committed yet has scheduled.
 */
export function scheduleLaterDelivery(ctx: WriteCtx, endpointId: string, runAt: Instant): Promise<void> {
  const key = `${deliveryJobKey(endpointId)}:later`;
  return ctx.enqueue(webhookDelivery, { endpoint_id: endpointId }, { key, runAt });
}
