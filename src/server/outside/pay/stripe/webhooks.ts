import Stripe from 'stripe';
import { z } from 'zod/mini';
import { dateOf } from '../../../clock.ts';
import { sha256Hex } from '../../../ids.ts';
import type { CredsOf } from '../kit/credentials.ts';
import {
  type GatewayRef,
  type RawRequest,
  type WebhookHint,
  type WebhookRegistration,
  WebhookRejected,
} from '../kit/gateway.ts';
import { parseStripeObject } from './outcomes.ts';

const toleranceSeconds = 300;
/** The events we subscribe to. */
const stripeEvents: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
  'checkout.session.completed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
];

/**
 * Registers our endpoint at Stripe. The secret is only returned on creation, so an endpoint without a stored secret is
 * replaced. Stripe answers a repeated key with the stored reply, even for an endpoint deleted since: what was deleted is
 * part of the key.
 */
export async function registerStripeWebhook(
  stripe: Stripe,
  creds: CredsOf<5>,
  url: string,
  key: string,
): Promise<WebhookRegistration> {
  const ours = await endpointsAt(stripe, url);
  const good = ours.find((one) => one.status === 'enabled' && hasAll(one.enabled_events));
  const isKnown = good !== undefined && Boolean(creds.webhook_secret);
  const stale = ours.filter((one) => !isKnown || one !== good);
  for (const { id } of stale) await stripe.webhookEndpoints.del(id);
  if (isKnown) return { id: good.id, url, secrets: {} };
  const deleted = stale.map(({ id }) => id);
  const create = () =>
    stripe.webhookEndpoints.create(
      {
        url,
        enabled_events: stripeEvents,
        api_version: Stripe.API_VERSION as Stripe.WebhookEndpointCreateParams.ApiVersion,
      },
      { idempotencyKey: sha256Hex([key, ...deleted].join(' ')) },
    );
  let made = await create();
  if (made.lastResponse.headers['idempotent-replayed'] === 'true') {
    const isThere = (await endpointsAt(stripe, url)).some((one) => one.id === made.id);
    if (!isThere) {
      deleted.push(made.id);
      made = await create();
    }
  }
  return { id: made.id, url, secrets: { webhook_secret: made.secret ?? '' } };
}

async function endpointsAt(stripe: Stripe, url: string): Promise<Stripe.WebhookEndpoint[]> {
  return (await stripe.webhookEndpoints.list({ limit: 100 })).data.filter((one) => one.url === url);
}

function hasAll(events: readonly string[]): boolean {
  return events.includes('*') || stripeEvents.every((event) => events.includes(event));
}

const eventSchema = z.object({
  id: z.string().check(z.minLength(1)),
  object: z.literal('event'),
  type: z.optional(z.string()),
  data: z.optional(z.object({ object: z.looseObject({ id: z.string(), object: z.string() }) })),
});

/** Checks Stripe-Signature over the raw bytes (300 s tolerance) and reads the ids. */
export function stripeHints(creds: CredsOf<5>, request: RawRequest): WebhookHint[] {
  if (!creds.webhook_secret) throw new WebhookRejected('no webhook secret is known');
  const body = Buffer.from(request.body).toString('utf8');
  let event: unknown;
  try {
    event = Stripe.webhooks.constructEvent(
      body,
      request.headers['stripe-signature'] ?? '',
      creds.webhook_secret,
      toleranceSeconds,
      undefined,
      dateOf(request.receivedAt).getTime(),
    );
  } catch {
    throw new WebhookRejected('the signature does not match');
  }
  const { id, type = '', data } = parseStripeObject(event, eventSchema);
  const about = data?.object;
  return [
    {
      eventId: id,
      type,
      about: aboutOf(type),
      gatewayRef: about ? refOf(about) : null,
      attemptId: about ? attemptOf(about) : null,
      isVerified: true,
    },
  ];
}

type About = Readonly<Record<string, unknown>> & { id: string; object: string };

function refOf(about: About): GatewayRef | null {
  if (about.object === 'payment_intent' || about.object === 'checkout.session') return about.id;
  return typeof about.payment_intent === 'string' ? about.payment_intent : null;
}

function attemptOf(about: About): string | null {
  if (typeof about.client_reference_id === 'string') return about.client_reference_id;
  const { metadata } = about;
  if (!metadata || typeof metadata !== 'object' || !('attempt' in metadata)) return null;
  return typeof metadata.attempt === 'string' ? metadata.attempt : null;
}

function aboutOf(type: string): WebhookHint['about'] {
  if (type.startsWith('charge.dispute')) return 'dispute';
  if (type.startsWith('refund.') || type === 'charge.refunded') return 'refund';
  return /^(payment_intent|checkout\.session)\./.test(type) ? 'payment' : 'other';
}
