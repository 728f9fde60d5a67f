import type { WebhookHeader } from '#domain/automations/action-types.ts';
import { headerProblems } from '#domain/automations/webhook-headers.ts';
import { longestWebhookBody } from '#domain/automations/webhook-schedule.ts';
import { checkWebhookUrl, resolveWebhookUrl } from '#domain/automations/webhook-url.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import * as store from '../webhooks-store.ts';
import { scheduleDelivery } from './schedule-delivery.ts';

/** A webhook to one URL. */
export interface Webhook {
  /** Unique in the company: queueing the same key again has no effect, unless it was refused. */
  key: string;
  action_id?: string | null;
  appointment_id: string | null;
  /** Sent as X-Event-Id. */
  event_id: string;
  event_name: string;
  /** May start with `{host}`. */
  url: string;
  headers?: readonly WebhookHeader[];
  /** The JSON text, sent exactly so on every attempt. */
  body: string;
}

/** The row of a webhook; `refused` says why it will not be sent (`url.private_name`, `too_large`). */
export interface QueuedWebhook {
  id: string;
  isNew: boolean;
  refused: string | null;
}

/**
 * Stores a webhook and schedules its delivery in the caller's transaction: it is sent if and only if that commits, and
 * once however often it is queued. One that cannot be sent is stored as dead, with its reason, until it is queued again
 * with a corrected URL. Headers that a company may not set are left out.
 */
export async function queueWebhook(ctx: WriteCtx, webhook: Webhook): Promise<QueuedWebhook> {
  const { installation, now } = ctx;
  const { key, action_id = null, appointment_id, event_id, event_name, body } = webhook;
  const wanted = resolveWebhookUrl(webhook.url, installation.publicUrl);
  const { url, problem } = checkWebhookUrl(wanted, installation.privateReceivers);
  const isTooLarge = Buffer.byteLength(body) > longestWebhookBody;
  const refused = problem ? `url.${problem}` : isTooLarge ? 'too_large' : null;
  const endpoint = url && !refused ? await store.endpointOf(ctx, url) : null;
  await store.deleteRefused(ctx, key);
  const id = newId();
  const inserted = await insertMine(ctx, 'webhook_deliveries', {
    ...{ id, key, action_id, appointment_id, event_id, event_name },
    // The beginning of what is refused is enough to recognize it.
    body: isTooLarge ? body.slice(0, 1024) : body,
    url: url ?? wanted.slice(0, 2000),
    host: endpoint?.host ?? '',
    endpoint_id: endpoint?.id ?? null,
    locked_headers: lockHeaders(ctx, id, webhook.headers ?? []),
    status: refused ? 'dead' : 'queued',
    problem: refused,
    due_at: refused ? null : now,
    finished_at: refused ? now : null,
    created_at: now,
  })
    .onConflict((oc) => oc.columns(['subscriber_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return store.deliveryByKey(ctx, key);
  if (endpoint) await scheduleDelivery(ctx, endpoint.id);
  return { id, isNew: true, refused };
}

function lockHeaders(ctx: WriteCtx, id: string, headers: readonly WebhookHeader[]): string | null {
  const problems = headerProblems(headers);
  const allowed = headers.filter((_, i) => !problems.has(i));
  return allowed.length === 0
    ? null
    : ctx.installation.encrypt(JSON.stringify(allowed), store.headersContext(ctx, id));
}
