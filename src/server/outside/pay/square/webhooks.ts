import { createHmac } from 'node:crypto';
import { z } from 'zod/mini';
import { parseResponse } from '../../http-client.ts';
import type { CredsOf } from '../kit/credentials.ts';
import {
  type RawRequest,
  type WebhookHint,
  type WebhookRegistration,
  WebhookRejected,
} from '../kit/gateway.ts';
import { type JsonCaller, parseGatewayResponse } from '../kit/json-calls.ts';
import { timingSafeEqualText } from '../kit/signatures.ts';
import { subscriptionList, subscriptionResponse } from './schemas.ts';

export const squareVersion = '2026-09-16';
const events = [
  'payment.created',
  'payment.updated',
  'refund.created',
  'refund.updated',
  'dispute.created',
  'dispute.state.updated',
];

/** Registers our subscription at Square; an existing one is reused with its key. */
export async function registerSquareWebhook(
  call: JsonCaller,
  creds: CredsOf<4>,
  url: string,
  key: string,
): Promise<WebhookRegistration> {
  const path = '/v2/webhooks/subscriptions';
  const all =
    parseGatewayResponse(await call(creds, { method: 'GET', path }), subscriptionList).subscriptions ?? [];
  const ours = all.find(
    (one) =>
      one.notification_url === url &&
      one.enabled !== false &&
      events.every((event) => one.event_types?.includes(event)),
  );
  if (ours?.signature_key)
    return { id: ours.id, url, secrets: { webhook_signature_key: ours.signature_key } };
  const body = {
    idempotency_key: key,
    subscription: { name: 'Gable', event_types: events, notification_url: url, api_version: squareVersion },
  };
  const answer = await call(creds, { method: 'POST', path, body, isRepeatable: true });
  const { subscription } = parseGatewayResponse(answer, subscriptionResponse);
  return { id: subscription.id, url, secrets: { webhook_signature_key: subscription.signature_key ?? '' } };
}

const named = z.object({
  id: z.string(),
  reference_id: z.optional(z.string()),
  order_id: z.optional(z.string()),
});
const eventSchema = z.object({
  event_id: z.optional(z.string()),
  type: z.optional(z.string()),
  data: z.object({
    id: z.optional(z.string()),
    object: z.optional(
      z.object({
        payment: z.optional(named),
        refund: z.optional(z.object({ payment_id: z.optional(z.string()) })),
        dispute: z.optional(z.object({ disputed_payment: z.optional(z.object({ payment_id: z.string() })) })),
      }),
    ),
  }),
});

/** Checks the HMAC over the registered address and the raw bytes, then reads the ids. */
export function squareHints(creds: CredsOf<4>, request: RawRequest): WebhookHint[] {
  if (!creds.webhook_signature_key) throw new WebhookRejected('no signature key is known');
  const due = createHmac('sha256', creds.webhook_signature_key)
    .update(request.url)
    .update(request.body)
    .digest('base64');
  if (!timingSafeEqualText(due, request.headers['x-square-hmacsha256-signature'] ?? '')) {
    throw new WebhookRejected('the signature does not match');
  }
  const event = parseResponse(Buffer.from(request.body).toString('utf8'), eventSchema);
  const { payment, refund, dispute } = event.data.object ?? {};
  const type = event.type ?? '';
  return [
    {
      eventId: event.event_id ?? event.data.id ?? '',
      type,
      about: aboutOf(type),
      gatewayRef: payment?.id ?? refund?.payment_id ?? dispute?.disputed_payment?.payment_id ?? null,
      attemptId: payment?.reference_id ?? null,
      ...(payment?.order_id ? { orderRef: payment.order_id } : {}),
      isVerified: true,
    },
  ];
}

function aboutOf(type: string): WebhookHint['about'] {
  const [kind] = type.split('.');
  return kind === 'payment' || kind === 'refund' || kind === 'dispute' ? kind : 'other';
}
