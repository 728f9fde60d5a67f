import { z } from 'zod/mini';
import { id, queryBool } from '#wire/fields.ts';
import { action, read } from '#wire/route.ts';

/**
 * The company's payment settings. Credentials show only whether they are set, long ones also the last four characters.
 */
const gateway = z.object({
  /** 1 none, 2 offline, 3 Authorize.net, 4 Square, 5 Stripe, 6 PayPal, 7 Fortis. */
  payment_type: z.number(),
  sandbox: z.boolean(),
  /** True if all credentials of the payment type are set; always false for types without credentials. */
  configured: z.boolean(),
  credentials: z.record(z.string(), z.object({ configured: z.boolean(), last4: z.nullable(z.string()) })),
  /** The result of checking these keys; null while some are missing. */
  connection: z.nullable(
    z.object({
      mode: z.enum(['simulator', 'test', 'live']),
      status: z.enum(['unchecked', 'ok', 'refused', 'needs_attention']),
      account: z.string(),
      /** The reason for a failure; with `ok`, a limitation. */
      code: z.string(),
      message: z.string(),
      webhook_url: z.string(),
      checked_at: z.nullable(z.string()),
    }),
  ),
});
export type Gateway = z.infer<typeof gateway>;

export const getGateway = read('GET /v2/company/{subscriberId}/payment-gateway', {
  access: 'member',
  capability: 'edit_settings',
  summary:
    'Returns the payment gateway. Credentials show only whether they are set and their last four characters.',
  input: z.object({ subscriberId: id }),
  output: gateway,
  invalidates: ['company'],
});

export const putGateway = action('PUT /v2/company/{subscriberId}/payment-gateway', {
  access: 'member',
  capability: 'edit_settings',
  identity: 'always',
  summary:
    'Sets the payment gateway, like updating payment_type, credentials and gateway_sandbox in the settings. An empty credential keeps the stored one, null deletes it. Complete credentials are checked immediately, and the webhook is registered with the gateway.',
  input: z.object({
    subscriberId: id,
    payment_type: z.number('Choose one of the options'),
    credentials: z.optional(z.record(z.string(), z.nullable(z.string()))),
    sandbox: z.optional(queryBool),
  }),
  output: gateway,
  invalidates: ['company', 'appointments'],
});

export const testGateway = action('POST /v2/company/{subscriberId}/payment-gateway/test', {
  access: 'member',
  capability: 'edit_settings',
  summary: 'Checks the stored credentials with the gateway.',
  input: z.object({ subscriberId: id }),
  output: z.object({
    payment_type: z.number(),
    result: z.enum(['no_gateway', 'not_configured', 'ok', 'refused']),
    account: z.string(),
    code: z.string(),
    message: z.string(),
  }),
  invalidates: ['company'],
  limit: { by: 'account', max: 20, minutes: 10 },
});
