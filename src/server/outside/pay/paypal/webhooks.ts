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

const path = '/v1/notifications/webhooks';
const events = [
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'PAYMENT.REFUND.PENDING',
  'PAYMENT.REFUND.FAILED',
  'CUSTOMER.DISPUTE.CREATED',
];
const hook = z.object({
  id: z.string().check(z.minLength(1)),
  url: z.string(),
  event_types: z.optional(z.array(z.object({ name: z.string() }))),
});

/** Registers our endpoint; its id is needed to check signatures. */
export async function registerPaypalWebhook(
  call: JsonCaller,
  creds: CredsOf<6>,
  url: string,
): Promise<WebhookRegistration> {
  const list = parseGatewayResponse(
    await call(creds, { method: 'GET', path }),
    z.object({ webhooks: z.array(hook) }),
  );
  const ours = list.webhooks.find((one) => one.url === url);
  const event_types = events.map((name) => ({ name }));
  if (ours) {
    const names = (ours.event_types ?? []).map((event) => event.name);
    const hasAll = names.includes('*') || events.every((event) => names.includes(event));
    // An address can be registered only once: an existing endpoint with missing event types is updated.
    if (!hasAll) {
      const change = [{ op: 'replace', path: '/event_types', value: event_types }];
      const at = `${path}/${encodeURIComponent(ours.id)}`;
      parseGatewayResponse(
        await call(creds, { method: 'PATCH', path: at, template: `${path}/{id}`, body: change }),
        z.object({ id: z.string() }),
      );
    }
    return { id: ours.id, url, secrets: { webhook_id: ours.id } };
  }
  const body = { url, event_types };
  const made = parseGatewayResponse(await call(creds, { method: 'POST', path, body }), hook);
  return { id: made.id, url, secrets: { webhook_id: made.id } };
}

const event = z.object({
  id: z.string().check(z.minLength(1)),
  event_type: z.string(),
  resource: z.optional(
    z.object({
      id: z.optional(z.string()),
      custom_id: z.optional(z.string()),
      links: z.optional(z.array(z.object({ href: z.string(), rel: z.string() }))),
      purchase_units: z.optional(z.array(z.object({ custom_id: z.optional(z.string()) }))),
      disputed_transactions: z.optional(z.array(z.object({ seller_transaction_id: z.optional(z.string()) }))),
    }),
  ),
});
type Resource = NonNullable<z.infer<typeof event>['resource']>;

/** Asks PayPal itself whether it sent this (returning the raw text unchanged), then reads the ids. */
export async function paypalHints(
  call: JsonCaller,
  creds: CredsOf<6>,
  request: RawRequest,
): Promise<WebhookHint[]> {
  const text = Buffer.from(request.body).toString('utf8');
  let parsed: z.infer<typeof event>;
  try {
    parsed = parseResponse(text, event);
  } catch (error) {
    if (error instanceof UnexpectedResponse) throw new WebhookRejected('not an event');
    throw error;
  }
  await verify(call, creds, request, text);
  const { id, event_type, resource } = parsed;
  return [
    {
      eventId: id,
      type: event_type,
      about: aboutOf(event_type),
      gatewayRef: resource ? refOf(event_type, resource) : null,
      attemptId: attemptOf(event_type, resource),
      isVerified: true,
    },
  ];
}

async function verify(call: JsonCaller, creds: CredsOf<6>, request: RawRequest, text: string): Promise<void> {
  const of = (name: string) => request.headers[`paypal-${name}`];
  const proof = {
    auth_algo: of('auth-algo'),
    cert_url: of('cert-url'),
    transmission_id: of('transmission-id'),
    transmission_sig: of('transmission-sig'),
    transmission_time: of('transmission-time'),
    webhook_id: creds.webhook_id,
  };
  if (Object.values(proof).some((value) => !value)) throw new WebhookRejected('the signature is missing');
  // Joined as text: parsing and serializing it again would change the bytes that were signed.
  const body = `${JSON.stringify(proof).slice(0, -1)},"webhook_event":${text}}`;
  const answer = await call(creds, {
    method: 'POST',
    path: '/v1/notifications/verify-webhook-signature',
    body,
    kind: 'read',
    isRepeatable: true,
  });
  if (answer.status >= 400) throw new WebhookRejected('the signature cannot be checked');
  const { verification_status } = parseGatewayResponse(answer, z.object({ verification_status: z.string() }));
  if (verification_status !== 'SUCCESS') throw new WebhookRejected('the signature does not match');
}

function refOf(type: string, resource: Resource): string | null {
  if (type.startsWith('CHECKOUT.ORDER.')) return resource.id ? `order:${resource.id}` : null;
  if (type.startsWith('CUSTOMER.DISPUTE.')) {
    const paid = resource.disputed_transactions?.[0]?.seller_transaction_id;
    return paid ? `capture:${paid}` : null;
  }
  // The resource of a refund event is the refund; its capture is in the links.
  if (isOfRefund(type)) {
    const up = resource.links?.find((link) => link.rel === 'up')?.href;
    const capture = /\/captures\/([A-Z0-9]+)/.exec(up ?? '')?.[1];
    return capture ? `capture:${capture}` : null;
  }
  return resource.id ? `capture:${resource.id}` : null;
}

function attemptOf(type: string, resource: Resource | undefined): string | null {
  if (isOfRefund(type)) return null;
  return resource?.custom_id ?? resource?.purchase_units?.[0]?.custom_id ?? null;
}

/** Whether the event's resource is a refund. */
function isOfRefund(type: string): boolean {
  return /^PAYMENT\.(REFUND\.|CAPTURE\.(REFUNDED|REVERSED))/.test(type);
}

function aboutOf(type: string): WebhookHint['about'] {
  if (type.startsWith('CUSTOMER.DISPUTE.')) return 'dispute';
  if (isOfRefund(type)) return 'refund';
  return /^(PAYMENT\.CAPTURE|CHECKOUT\.ORDER)\./.test(type) ? 'payment' : 'other';
}
