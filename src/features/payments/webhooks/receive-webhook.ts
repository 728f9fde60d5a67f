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

/** What nobody signed may be anybody's: more of it in an hour is not kept, payments are looked up without it as well. */
const mostUnverified = 100;

/**
 * Takes in what a gateway tells a company: verified over its raw bytes, stored once per event and
 * body, and then read from the gateway
 * by a job, since a notice is a hint only. A forged, stale or foreign one is refused and audited, and nothing of it is stored.
 */
export async function receiveWebhook(
  ctx: ActionCtx,
  type: GatewayType,
  request: Pick<RawRequest, 'headers' | 'body'>,
): Promise<{ stored: number }> {
  const { creds, connection } = await ctx.read(async (r) => {
    const known = await getGatewayConnection(r, type);
    // With the keys' present mode: a notice of another one does not verify.
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
    for (const hint of hints) if (await keepHint(w, type, hint, hash)) stored += 1;
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

/** Written by us before, hashes were of the bytes; only one made as they are made now can be compared. */
const hashedAs = 'told:';
/** What a gateway changes itself from one try to the next: Stripe counts whom it has still to tell. */
const volatile = ['pending_webhooks'];

/** The same for the same notice, told again. */
function hashOf(body: Uint8Array): string {
  try {
    const told = JSON.parse(Buffer.from(body).toString('utf8'));
    for (const name of volatile) delete told[name];
    return `${hashedAs}${sha256Hex(canonicalJson(told))}`;
  } catch {
    return `${hashedAs}${sha256Hex(body)}`;
  }
}

async function keepHint(w: WriteCtx, type: GatewayType, hint: WebhookHint, hash: string): Promise<boolean> {
  const eventId = hint.eventId.slice(0, 200);
  if (await keepRow(w, type, hint, { eventId, hash })) return true;
  // Fortis has no ids of events: ours is made of what matters in it.
  if (type === 7) return false;
  const { body_hash: before } = await mine(w, 'webhook_inbox')
    .where('gateway', '=', type)
    .where('event_id', '=', eventId)
    .select('body_hash')
    .executeTakeFirstOrThrow();
  if (before === hash || !before.startsWith(hashedAs)) return false;
  return keepConflict(w, type, hint, { eventId, hash, before });
}

/**
 * One id, two bodies: one of them is not the gateway's, or it broke its word. The second is kept beside the first, once, and
 * read like any other, since it says only where to look; the administrators are told, at most once a day and gateway.
 */
async function keepConflict(
  w: WriteCtx,
  type: GatewayType,
  hint: WebhookHint,
  told: { eventId: string; hash: string; before: string },
): Promise<boolean> {
  const { eventId, hash, before } = told;
  const beside = `${eventId.slice(0, 150)} conflict ${hash.slice(hashedAs.length, hashedAs.length + 32)}`;
  if (!(await keepRow(w, type, hint, { eventId: beside, hash }))) return false;
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

async function keepRow(
  w: WriteCtx,
  type: GatewayType,
  hint: WebhookHint,
  { eventId, hash }: { eventId: string; hash: string },
): Promise<boolean> {
  const id = newId();
  const kept = await insertMine(w, 'webhook_inbox', {
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
  if ((kept.numInsertedOrUpdatedRows ?? 0n) === 0n) return false;
  await w.enqueue(processWebhookHint, { inbox_id: id }, { key: `webhook:${id}` });
  return true;
}
