import { gatewayNames, gatewaySlug } from '#domain/payments/gateways.ts';
import { gatewayCreds, getGatewayConnection } from '#features/company/gateway-connection.ts';
import { hashBody, type InboxEvent, limitUnverifiedEvents, storeEvent } from '#features/connections/inbox.ts';
import { notify } from '#features/messages/notify.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import {
  GatewayError,
  type RawRequest,
  type WebhookHint,
  WebhookRejected,
} from '#server/outside/pay/kit/gateway.ts';
import type { GatewayType } from '#server/outside/pay/kit/gateway-type.ts';
import { AppError, notFound } from '#wire/errors.ts';
import { type HintData, processWebhookHint } from './process-webhook-hint.job.ts';

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
  const hash = hashBody(request.body, volatileFields);
  return ctx.tx(async (w) => {
    if (hints.some((hint) => !hint.isVerified)) await limitUnverifiedEvents(w, `payment.${type}`);
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

/** Fields that a gateway changes between deliveries: Stripe counts the endpoints it has yet to notify. */
const volatileFields = ['pending_webhooks'];

async function storeHint(w: WriteCtx, type: GatewayType, hint: WebhookHint, bodyHash: string) {
  const event: InboxEvent<HintData> = {
    source: `payment.${type}`,
    eventId: hint.eventId,
    type: hint.type,
    isVerified: hint.isVerified,
    data: {
      gateway: type,
      about: hint.about,
      gateway_ref: hint.gatewayRef,
      attempt_id: hint.attemptId?.slice(0, 100) ?? null,
      order_ref: hint.orderRef?.slice(0, 200) ?? null,
    },
  };
  // Fortis events have no id: ours is derived from their relevant content.
  const delivery = { bodyHash, job: processWebhookHint, hasOwnIds: type !== 7 };
  const stored = await storeEvent(w, event, delivery);
  if (stored.is === 'conflict') await reportConflict(w, type, event, { before: stored.storedHash, bodyHash });
  return stored.is !== 'known';
}

/** Audits a second body under a known event id and notifies the administrators at most once a day per gateway. */
async function reportConflict(
  w: WriteCtx,
  type: GatewayType,
  { eventId, type: eventType }: InboxEvent,
  { before, bodyHash }: { before: string; bodyHash: string },
): Promise<void> {
  const event = eventId.slice(0, 200);
  await w.audit({
    action: 'webhook-conflict',
    entity: 'gateway',
    entity_id: null,
    before: { body_hash: before },
    after: { payment_type: type, event, type: eventType, body_hash: bodyHash },
  });
  await notify(w, 'webhook_conflict', {
    occasion: `${type}.${w.now.slice(0, 10)}`,
    facts: { gateway: gatewayNames[type], event },
    path: '/settings?tab=payments',
  });
}
