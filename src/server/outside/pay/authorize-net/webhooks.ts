import { createHmac } from 'node:crypto';
import { z } from 'zod/mini';
import { parseResponse, UnexpectedResponse } from '../../http-client.ts';
import type { CredsOf } from '../kit/credentials.ts';
import {
  type RawRequest,
  type WebhookHint,
  type WebhookRegistration,
  WebhookRejected,
} from '../kit/gateway.ts';
import { type JsonCaller, parseGatewayResponse } from '../kit/json-calls.ts';
import { timingSafeEqualText } from '../kit/signatures.ts';

const path = '/rest/v1/webhooks';
const events = [
  'net.authorize.payment.authcapture.created',
  'net.authorize.payment.refund.created',
  'net.authorize.payment.void.created',
  'net.authorize.payment.fraud.held',
  'net.authorize.payment.fraud.approved',
  'net.authorize.payment.fraud.declined',
];
const hook = z.object({
  webhookId: z.string(),
  url: z.string(),
  eventTypes: z.optional(z.array(z.string())),
  status: z.optional(z.string()),
});

/** Registers our endpoint over the REST API with HTTP Basic. The signature key is the merchant's own, from the form. */
export async function registerAnetWebhook(
  call: JsonCaller,
  creds: CredsOf<3>,
  url: string,
): Promise<WebhookRegistration> {
  const pair = `${creds.api_login_id}:${creds.transaction_key}`;
  const headers = { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
  const all = parseGatewayResponse(await call(creds, { method: 'GET', path, headers }), z.array(hook));
  const ours = all.find(
    (one) =>
      one.url === url && one.status === 'active' && events.every((event) => one.eventTypes?.includes(event)),
  );
  if (ours) return { id: ours.webhookId, url, secrets: {} };
  const body = { name: 'Gable', url, eventTypes: events, status: 'active' };
  const made = parseGatewayResponse(await call(creds, { method: 'POST', path, headers, body }), hook);
  return { id: made.webhookId, url, secrets: {} };
}

const notification = z.object({
  notificationId: z.string(),
  eventType: z.string(),
  payload: z.object({
    id: z.optional(z.string()),
    entityName: z.optional(z.string()),
    merchantReferenceId: z.nullish(z.string()),
  }),
});

/**
 * Checks X-ANET-Signature: HMAC-SHA512 of the raw bytes with the signature key as literal text, never decoded from hex.
 * Without a key in the form the hints are unverified.
 */
export function anetHints(creds: CredsOf<3>, request: RawRequest): WebhookHint[] {
  if (creds.signature_key) {
    const expected = createHmac('sha512', creds.signature_key)
      .update(request.body)
      .digest('hex')
      .toUpperCase();
    const received = (request.headers['x-anet-signature'] ?? '').replace(/^sha512=/i, '').toUpperCase();
    if (!timingSafeEqualText(expected, received)) throw new WebhookRejected('the signature does not match');
  }
  const event = readEvent(request.body);
  const about = aboutOf(event.eventType);
  const isOther = event.eventType === 'net.authorize.payment.refund.created';
  return [
    {
      eventId: event.notificationId,
      type: event.eventType,
      about,
      // A refund is a separate transaction there: it is only found by the refund's id.
      gatewayRef: isOther ? null : (event.payload.id ?? null),
      attemptId: event.payload.merchantReferenceId ?? null,
      isVerified: creds.signature_key !== undefined && creds.signature_key !== '',
    },
  ];
}

function readEvent(body: Uint8Array): z.infer<typeof notification> {
  try {
    return parseResponse(Buffer.from(body).toString('utf8'), notification);
  } catch (error) {
    if (error instanceof UnexpectedResponse) throw new WebhookRejected('not a notification');
    throw error;
  }
}

function aboutOf(type: string): WebhookHint['about'] {
  if (/\.(refund|void)\.created$/.test(type)) return 'refund';
  return type.startsWith('net.authorize.payment.') ? 'payment' : 'other';
}
