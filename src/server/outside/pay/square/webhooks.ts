import { createHmac } from 'node:crypto';
import { z } from 'zod/mini';
import { sha256Hex } from '../../../ids.ts';
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

/** Registers our subscription at Square; an existing one is reused with its key, others of ours are deleted. */
export async function registerSquareWebhook(
  call: JsonCaller,
  creds: CredsOf<4>,
  url: string,
  key: string,
): Promise<WebhookRegistration> {
  const path = '/v2/webhooks/subscriptions';
  const all =
    parseGatewayResponse(await call(creds, { method: 'GET', path }), subscriptionList).subscriptions ?? [];
  const ours = all.filter((one) => one.notification_url === url);
  const good = ours.find(
    (one) =>
      one.signature_key && one.enabled !== false && events.every((event) => one.event_types?.includes(event)),
  );
  const stale = ours.filter((one) => one !== good);
  const at = (id: string) => ({ path: `${path}/${encodeURIComponent(id)}`, template: `${path}/{id}` });
  for (const { id } of stale) await call(creds, { method: 'DELETE', ...at(id), isRepeatable: true });
  if (good) return { id: good.id, url, secrets: { webhook_signature_key: good.signature_key ?? '' } };
  const deleted = stale.map(({ id }) => id);
  const create = async () => {
    const body = {
      // Square takes 45 characters.
      idempotency_key: sha256Hex([key, ...deleted].join(' ')).slice(0, 40),
      subscription: { name: 'Gable', event_types: events, notification_url: url, api_version: squareVersion },
    };
    const answer = await call(creds, { method: 'POST', path, body, isRepeatable: true });
    return parseGatewayResponse(answer, subscriptionResponse).subscription;
  };
  let made = await create();
  // A repeated key is answered with the stored reply, even for a subscription deleted since.
  if ((await call(creds, { method: 'GET', ...at(made.id) })).status === 404) {
    deleted.push(made.id);
    made = await create();
  }
  return { id: made.id, url, secrets: { webhook_signature_key: made.signature_key ?? '' } };
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
