/**
 * Payment gateways and the credentials each needs (decisions G-PAY-2). Credentials can be set, but are never returned.
 */

export const paymentTypes = [1, 2, 3, 4, 5, 6, 7] as const;
export type PaymentType = (typeof paymentTypes)[number];

/** The credentials of each payment type, in the order of the form. */
export const gatewayCredentials: Record<PaymentType, readonly string[]> = {
  1: [],
  2: [],
  3: ['api_login_id', 'transaction_key', 'public_client_key', 'signature_key'],
  4: ['application_id', 'location_id', 'access_token'],
  5: ['publishable_key', 'secret_key'],
  6: ['client_id', 'client_secret'],
  7: ['location_id', 'user_id', 'user_api_key', 'product_transaction_id', 'developer_id'],
};

/** Optional credentials: the gateway provides them itself, or the installation has its own. */
const optional: Partial<Record<PaymentType, readonly string[]>> = {
  3: ['public_client_key', 'signature_key'],
  7: ['developer_id'],
};

/** Returns the credentials a gateway cannot work without. */
export function requiredCredentials(type: PaymentType): readonly string[] {
  return gatewayCredentials[type].filter((name) => !optional[type]?.includes(name));
}

/** Returns whether a payment type takes money online. */
export function isOnlinePaymentType(type: number): type is 3 | 4 | 5 | 6 | 7 {
  return type >= 3 && type <= 7;
}

/** The name shown for each payment type. */
export const gatewayNames: Record<PaymentType, string> = {
  1: '',
  2: '',
  3: 'Authorize.net',
  4: 'Square',
  5: 'Stripe',
  6: 'PayPal',
  7: 'Fortis',
};

/**
 * Where the payer enters the card: in our page, in an iframe of the gateway, or on the gateway's own page. Every
 * gateway supports both.
 */
export type CheckoutStyle = 'embedded' | 'redirect';

const slugs = { 3: 'authorize-net', 4: 'square', 5: 'stripe', 6: 'paypal', 7: 'fortis' } as const;

/** Returns the name of a gateway in URLs. */
export function gatewaySlug(type: 3 | 4 | 5 | 6 | 7): string {
  return slugs[type];
}

/** Returns the gateway with this name in a URL, or null. */
export function gatewayFromSlug(slug: string): 3 | 4 | 5 | 6 | 7 | null {
  const found = ([3, 4, 5, 6, 7] as const).find((type) => slugs[type] === slug);
  return found ?? null;
}

const longest = 500;

/**
 * Returns which of the sent credentials to store and what is wrong with them, by field. An empty text keeps the stored
 * value, null removes it. A gateway has all its credentials or none; PayPal always needs its client id.
 */
export function checkCredentials(
  type: PaymentType,
  sent: Readonly<Record<string, unknown>>,
  stored: ReadonlySet<string>,
): { changes: Record<string, string | null>; problems: Record<string, string> } {
  const fields = gatewayCredentials[type];
  const changes: Record<string, string | null> = {};
  const problems: Record<string, string> = {};
  for (const [name, value] of Object.entries(sent)) {
    if (!fields.includes(name)) problems[name] = 'Unknown field';
    else if (value === null) changes[name] = null;
    else if (typeof value !== 'string') problems[name] = 'Must be text';
    else if (value.trim().length > longest) problems[name] = `At most ${longest} characters`;
    else if (/[^\x21-\x7e]/.test(value.trim()))
      problems[name] = 'Spaces and special characters are not allowed';
    else if (value.trim() !== '') changes[name] = value.trim();
  }
  const isSet = (name: string) => (changes[name] === undefined ? stored.has(name) : changes[name] !== null);
  const needed = fields.some(isSet) ? requiredCredentials(type) : type === 6 ? ['client_id'] : [];
  for (const name of needed) if (!isSet(name)) problems[name] ??= 'This is required';
  return { changes, problems };
}

/** The key under which the signing secret of outgoing webhooks is stored. */
export const webhookSecretKey = 'webhook_secret';

/** Returns the key under which a gateway's credential is stored. */
export function credentialKey(type: PaymentType, field: string): string {
  return `payment.${type}.${field}`;
}
