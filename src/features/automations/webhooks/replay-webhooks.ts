import type { WriteCtx } from '#server/context.ts';
import { updateMine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from '../webhooks-contract.ts';
import * as store from '../webhooks-store.ts';
import { scheduleDelivery } from './schedule-delivery.ts';

/**
 * Sends webhooks again with the same id and the same bytes. One that is waiting is sent at once, in its order; one that
 * was never sent because its URL was refused is left out.
 */
export async function replayWebhooks(
  ctx: WriteCtx,
  { ids }: HandlerInput<typeof contract.replayWebhooks>,
): Promise<HandlerOutput<typeof contract.replayWebhooks>> {
  const unique = [...new Set(ids)].sort();
  if ((await store.countKnown(ctx, unique)) < unique.length) throw notFound();
  const again = { failures: 0, started_at: null, due_at: ctx.now };
  const chosen = () =>
    updateMine(ctx, 'webhook_deliveries').where('id', 'in', unique).where('endpoint_id', 'is not', null);
  const waiting = await chosen()
    .set(again)
    .where('status', '=', 'queued')
    .returning(['id', 'endpoint_id'])
    .execute();
  const finished = await chosen()
    .set({ ...again, status: 'queued', is_replay: true, finished_at: null })
    .where('status', 'in', ['delivered', 'dead'])
    .returning(['id', 'endpoint_id'])
    .execute();
  const rows = [...finished, ...waiting];
  for (const endpointId of new Set(rows.map((row) => row.endpoint_id ?? '')))
    await scheduleDelivery(ctx, endpointId);
  return { replayed: rows.map((row) => row.id).sort() };
}

/** Switches a URL on or off. Once on, its waiting webhooks start their five days again. */
export async function switchWebhookEndpoint(
  ctx: WriteCtx,
  { id, is_on }: HandlerInput<typeof contract.switchWebhookEndpoint>,
): Promise<HandlerOutput<typeof contract.switchWebhookEndpoint>> {
  const endpoint = await store.lockEndpoint(ctx, id);
  if (!endpoint) throw notFound();
  if (!is_on) await store.switchOff(ctx, id, 'person');
  else if (endpoint.off_at) {
    await updateMine(ctx, 'webhook_endpoints')
      .set({ off_at: null, off_reason: null, paused_until: null })
      .where('id', '=', id)
      .execute();
    await updateMine(ctx, 'webhook_deliveries')
      .set({ failures: 0, started_at: null, due_at: ctx.now })
      .where('endpoint_id', '=', id)
      .where('status', '=', 'queued')
      .execute();
    await scheduleDelivery(ctx, id);
  }
  return { id, is_on };
}
