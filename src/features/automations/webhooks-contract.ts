import { z } from 'zod/mini';
import { asCode, asText, id, instant } from '#wire/fields.ts';
import { pageQuery, pageSchema } from '#wire/paging.ts';
import { action, read, write } from '#wire/route.ts';

const access = { access: 'member', capability: 'manage_automations' } as const;

/** What a list of webhooks can be narrowed to: on the way, delivered, or abandoned. */
export const webhookStates = ['open', 'delivered', 'dead'] as const;
/** Why a URL is switched off. */
const offReason = z.nullable(z.enum(['person', 'gone', 'failing']));

const delivery = z.object({
  id,
  /** Sent as Webhook-Id, the same on every attempt. */
  webhook_id: z.string(),
  event_id: z.string(),
  event_name: z.string(),
  action_id: z.nullable(id),
  appointment_id: z.nullable(id),
  order_id: z.nullable(z.string()),
  endpoint_id: z.nullable(id),
  url: z.string(),
  status: z.enum(['queued', 'sending', 'delivered', 'dead']),
  /** Why the last attempt failed, or why it was never sent; null after a success. */
  problem: z.nullable(z.string()),
  http_status: z.nullable(z.number()),
  attempts: z.number(),
  created_at: instant,
  /** When the next attempt is due. */
  next_attempt_at: z.nullable(instant),
  finished_at: z.nullable(instant),
  /** Its URL is switched off, so it waits. */
  is_on_hold: z.boolean(),
});
export type WebhookDelivery = z.infer<typeof delivery>;

const attempt = z.object({
  number: z.number(),
  started_at: instant,
  duration_ms: z.nullable(z.number()),
  /** Values that the company entered are hidden. */
  request_headers: z.record(z.string(), z.string()),
  http_status: z.nullable(z.number()),
  answer: z.nullable(z.string()),
  problem: z.nullable(z.string()),
});
export type WebhookAttempt = z.infer<typeof attempt>;

export const listWebhooks = read('GET /v2/webhooks/deliveries', {
  ...access,
  summary: 'Lists webhooks, newest first. `state=dead` is the dead-letter list.',
  input: z.object({
    ...pageQuery,
    state: z.optional(z.enum(webhookStates)),
    appointment_id: z.optional(id),
    endpoint_id: z.optional(id),
  }),
  output: pageSchema(delivery),
  invalidates: ['automations'],
});

export const getWebhook = read('GET /v2/webhooks/deliveries/{id}', {
  ...access,
  summary: 'Returns one webhook with its body and every attempt, oldest first.',
  input: z.object({ id }),
  output: z.object({ ...delivery.shape, body: z.string(), log: z.array(attempt) }),
  invalidates: ['automations'],
});

export const replayWebhooks = write('POST /v2/webhooks/deliveries/replay', {
  ...access,
  summary:
    'Sends webhooks again: the same id and the same bytes, with a new timestamp and signature. Those on the way are sent at once; those whose URL was refused are left out.',
  input: z.object({
    ids: z
      .array(id)
      .check(z.minLength(1, 'Choose at least one webhook'), z.maxLength(100, 'At most 100 at once')),
  }),
  output: z.object({ replayed: z.array(id) }),
  invalidates: ['automations'],
});

const endpoint = z.object({
  id,
  url: z.string(),
  is_on: z.boolean(),
  off_reason: offReason,
  off_at: z.nullable(instant),
  /** The receiver asked to wait until then. */
  paused_until: z.nullable(instant),
  last_success_at: z.nullable(instant),
  /** Webhooks that are not delivered yet, and those abandoned. */
  open: z.number(),
  dead: z.number(),
});
export type WebhookEndpoint = z.infer<typeof endpoint>;

export const listWebhookEndpoints = read('GET /v2/webhooks/endpoints', {
  ...access,
  summary: 'Lists the URLs that webhooks call, at most 200, with their state.',
  input: z.object({}),
  output: z.array(endpoint),
  invalidates: ['automations'],
});

export const switchWebhookEndpoint = write('PUT /v2/webhooks/endpoints/{id}', {
  ...access,
  summary: 'Switches a URL on or off. While it is off, its webhooks wait.',
  input: z.object({ id, is_on: z.boolean() }),
  output: z.object({ id, is_on: z.boolean() }),
  invalidates: ['automations'],
});

export const getWebhookSecret = read('GET /v2/webhooks/secret', {
  ...access,
  summary: 'Returns whether there is a signing secret and how it ends, never the secret.',
  output: z.object({
    is_set: z.boolean(),
    last4: z.nullable(z.string()),
    /** Until then the one before it signs as well. */
    previous_until: z.nullable(instant),
  }),
  invalidates: ['automations'],
});

export const rotateWebhookSecret = write('POST /v2/webhooks/secret/rotate', {
  ...access,
  identity: 'always',
  summary:
    'Replaces the signing secret and returns the new one, once. For 24 hours webhooks are signed with both.',
  input: z.object({}),
  output: z.object({ secret: z.string(), previous_until: z.nullable(instant) }),
  invalidates: ['automations'],
  limit: { by: 'account', max: 20, minutes: 60 },
});

const header = z.object({
  name: z.string().check(asCode, z.maxLength(100, 'At most 100 characters')),
  value: z.string().check(asText, z.maxLength(2000, 'At most 2000 characters')),
});

export const testWebhook = action('POST /v2/webhooks/test', {
  ...access,
  summary:
    'Sends one sample webhook to a URL, signed like the real ones, and returns the request and the response. It is not retried or stored.',
  input: z.object({
    url: z
      .string('Enter a web address that starts with https://')
      .check(asText, z.maxLength(2000, 'At most 2000 characters')),
    headers: z.optional(z.array(header).check(z.maxLength(20, 'At most 20 headers'))),
    /** The JSON to send instead of the sample. */
    payload: z.optional(z.string().check(asText, z.maxLength(20_000, 'At most 20000 characters'))),
  }),
  output: z.object({
    url: z.string(),
    request_headers: z.record(z.string(), z.string()),
    body: z.string(),
    http_status: z.nullable(z.number()),
    problem: z.nullable(z.string()),
    answer: z.string(),
    duration_ms: z.number(),
  }),
  // On average one in three seconds: each calls a server that is not ours.
  limit: { by: 'account', max: 5, minutes: 0.25 },
});
