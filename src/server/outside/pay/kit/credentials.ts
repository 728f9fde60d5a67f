import { z } from 'zod/mini';
import type { GatewayMode, GatewayType } from './gateway-type.ts';

const filled = z.string().check(z.trim(), z.minLength(1, 'Required'));
const optional = z.optional(z.string());

/** The form of each payment_type; `webhook_*` fields are not entered but come from `registerWebhook`. */
const credentialSchemas = {
  3: z.object({
    api_login_id: filled,
    transaction_key: filled,
    /** Empty: taken from the merchant details on saving. */
    public_client_key: optional,
    /** Without it webhooks are unverified hints. */
    signature_key: optional,
  }),
  4: z.object({
    application_id: filled,
    location_id: filled,
    access_token: filled,
    webhook_signature_key: optional,
  }),
  5: z.object({ publishable_key: filled, secret_key: filled, webhook_secret: optional }),
  6: z.object({ client_id: filled, client_secret: filled, webhook_id: optional }),
  7: z.object({
    user_id: filled,
    user_api_key: filled,
    location_id: filled,
    product_transaction_id: filled,
    ach_product_transaction_id: optional,
    /** Empty: the installation's FORTIS_DEVELOPER_ID. */
    developer_id: optional,
    webhook_user: optional,
    webhook_password: optional,
  }),
} as const;

type Form<T extends GatewayType> = z.infer<(typeof credentialSchemas)[T]>;

/**
 * The keys of one connection of a company. `connection` identifies them in circuits and caches and changes with them.
 */
export type CredsOf<T extends GatewayType> = {
  readonly type: T;
  readonly mode: GatewayMode;
  readonly connection: string;
} & Readonly<Form<T>>;
export type Creds = { [T in GatewayType]: CredsOf<T> }[GatewayType];

/**
 * Returns why keys do not fit this mode, by field; empty when they do. A live key must never go to a simulator or
 * sandbox, a test key never to the live gateway. Only the keys of Stripe and Square show their mode.
 */
export function modeProblems(creds: Creds): Record<string, string> {
  const isLive = creds.mode === 'live';
  if (creds.type === 5) {
    return {
      ...modeProblem('secret_key', creds.secret_key, /^(sk|rk)_live_/, /^(sk|rk)_test_/, isLive),
      ...modeProblem('publishable_key', creds.publishable_key, /^pk_live_/, /^pk_test_/, isLive),
    };
  }
  if (creds.type === 4) {
    return modeProblem('application_id', creds.application_id, /^sq0idp-/, /^sandbox-sq0idb-/, isLive);
  }
  return {};
}

function modeProblem(
  field: string,
  key: string,
  live: RegExp,
  test: RegExp,
  isLive: boolean,
): Record<string, string> {
  if ((isLive ? live : test).test(key)) return {};
  if ((isLive ? test : live).test(key)) {
    return {
      [field]: isLive
        ? 'This is a test key, live payments need a live key'
        : 'This is a live key, not a test key',
    };
  }
  return { [field]: 'This does not look like a key of this kind' };
}
