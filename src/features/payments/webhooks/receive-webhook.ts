import { canonicalJson } from '#domain/base/canonical-json.ts';
import { addHours } from '#domain/base/time.ts';
import { gatewayNames, gatewaySlug } from '#domain/payments/gateways.ts';
import { gatewayCreds, getGatewayConnection } from '#features/company/gateway-connection.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { insertMine, mine } from '#server/db/scope.ts';
import { rateLimitedError } from '#server/http/rate-limits.ts';
import { newId, sha256Hex } from '#server/ids.ts';
import {
  GatewayError,
  type RawRequest,
  type WebhookHint,
  WebhookRejected,
} from '#server/outside/pay/kit/gateway.ts';
import type { GatewayType } from '#server/outside/pay/kit/gateway-type.ts';
import { AppError, notFound } from '#wire/errors.ts';
import { mailAdmins } from '../mail-admins.ts';
import { processWebhookHint } from './process-webhook-hint.job.ts';

/**
 * Unsigned webhooks may be forged: no more than this are stored per hour. Payments are looked up without them anyway.
 */
const mostUnverified = 100;

/**
 * Receives a webhook of a company's gateway: verifies its raw bytes, stores it once per event and body, and schedules a
 * job that reads the gateway, since a webhook is only a hint. A forged or stale one, or one for another company, is
 * rejected and audited, and nothing of it is stored.
 */
export async function receiveWebhook(
  ctx: ActionCtx,
  type: GatewayType,
  request: Pick<RawRequest, 'headers' | 'body'>,
): Promise<{ stored: number }> {
  const { creds, connection } = await ctx.read(async (r) => {
    const known = await getGatewayConnection(r, type);
    // Uses the current mode of the keys: a webhook of another mode does not verify.
    return { connection: known, creds: known && (await gatewayCreds(r, type)) };
  });
  if (!creds || !connection) throw notFound();
  const url =
    connection.webhook_url ||
    `${ctx.installation.publicUrl}/api/v2/webhooks/${gatewaySlug(type)}/${ctx.subscriberId}`;
  let hints: WebhookHint[];
  try {
    hints = await ctx.external.pay.of(creds).parseWebhook(creds, { ...request, url, receivedAt: ctx.now });
  } catch (error) {
    if (error instanceof WebhookRejected) return refuse(ctx, type, error.message);
    if (error instanceof GatewayError)
      throw new AppError('GATEWAY_ERROR', 'The gateway can’t be reached right now');
    throw error;
  }
  const hash = hashOf(request.body);
  return ctx.tx(async (w) => {
    if (hints.some((hint) => !hint.isVerified)) await limitUnverified(w, type);
    let stored = 0;
    for (const hint of hints) if (await storeHint(w, type, hint, hash)) stored += 1;
    return { stored };
  });
}

async function refuse(ctx: ActionCtx, type: GatewayType, reason: string): Promise<never> {
  await ctx.tx((w) =>
    w.audit({
      action: 'webhook-refused',
      entity: 'gateway',
      entity_id: null,
      after: { payment_type: type, reason },
    }),
  );
  throw new AppError('INVALID_CREDENTIALS', 'This webhook could not be verified');
}

async function limitUnverified(w: WriteCtx, type: GatewayType): Promise<void> {
  const { count } = await mine(w, 'webhook_inbox')
    .where('gateway', '=', type)
    .where('is_verified', '=', false)
    .where('received_at', '>', addHours(w.now, -1))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostUnverified) throw rateLimitedError(60);
}

/** Marks hashes made of the parsed body. Older rows hash the raw bytes and cannot be compared. */
const hashedAs = 'told:';
/** Fields that a gateway changes between deliveries: Stripe counts the endpoints it has yet to notify. */
const volatile = ['pending_webhooks'];

/** Returns the same hash for a webhook that is delivered again. */
function hashOf(body: Uint8Array): string {
  try {
    const event = JSON.parse(Buffer.from(body).toString('utf8'));
    for (const name of volatile) delete event[name];
    return `${hashedAs}${sha256Hex(canonicalJson(event))}`;
  } catch {
    return `${hashedAs}${sha256Hex(body)}`;
  }
}

async function storeHint(w: WriteCtx, type: GatewayType, hint: WebhookHint, hash: string): Promise<boolean> {
  const eventId = hint.eventId.slice(0, 200);
  if (await storeRow(w, type, hint, { eventId, hash })) return true;
  // Fortis events have no id: ours is derived from their relevant content.
  if (type === 7) return false;
  const { body_hash: before } = await mine(w, 'webhook_inbox')
    .where('gateway', '=', type)
    .where('event_id', '=', eventId)
    .select('body_hash')
    .executeTakeFirstOrThrow();
  if (before === hash || !before.startsWith(hashedAs)) return false;
  return storeConflict(w, type, hint, { eventId, hash, before });
}

/**
 * Stores a second body under a known event id: one of them is not from the gateway, or it reused an id. The second is
 * stored next to the first, once, and processed like any other, since it only says what to look up. The administrators
 * are notified at most once a day per gateway.
 */
async function storeConflict(
  w: WriteCtx,
  type: GatewayType,
  hint: WebhookHint,
  event: { eventId: string; hash: string; before: string },
): Promise<boolean> {
  const { eventId, hash, before } = event;
  const conflictId = `${eventId.slice(0, 150)} conflict ${hash.slice(hashedAs.length, hashedAs.length + 32)}`;
  if (!(await storeRow(w, type, hint, { eventId: conflictId, hash }))) return false;
  await w.audit({
    action: 'webhook-conflict',
    entity: 'gateway',
    entity_id: null,
    before: { body_hash: before },
    after: { payment_type: type, event: eventId, type: hint.type, body_hash: hash },
  });
  await mailAdmins(w, {
    template: 'webhook_conflict',
    occasion: `${type}.${w.now.slice(0, 10)}`,
    facts: { gateway: gatewayNames[type], event: eventId },
    path: '/settings?tab=payments',
    topic: 'payments',
  });
  return true;
}

async function storeRow(
  w: WriteCtx,
  type: GatewayType,
  hint: WebhookHint,
  { eventId, hash }: { eventId: string; hash: string },
): Promise<boolean> {
  const id = newId();
  const inserted = await insertMine(w, 'webhook_inbox', {
    id,
    gateway: type,
    event_id: eventId,
    type: hint.type.slice(0, 200),
    about: hint.about,
    gateway_ref: hint.gatewayRef,
    attempt_id: hint.attemptId?.slice(0, 100) ?? null,
    order_ref: hint.orderRef?.slice(0, 200) ?? null,
    is_verified: hint.isVerified,
    body_hash: hash,
    received_at: w.now,
  })
    .onConflict((oc) => oc.columns(['subscriber_id', 'gateway', 'event_id']).doNothing())
    .executeTakeFirst();
  if ((inserted.numInsertedOrUpdatedRows ?? 0n) === 0n) return false;
  await w.enqueue(processWebhookHint, { inbox_id: id }, { key: `webhook:${id}` });
  return true;
}
