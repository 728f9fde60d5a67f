import { createHmac } from 'node:crypto';
import type { WebhookHeader } from '#domain/automations/action-types.ts';
import { keyOfSecret, signatureHeader, signedText } from '#domain/automations/webhook-signature.ts';
import { type Instant, toEpochMs } from '#domain/base/time.ts';

/** What is sent, apart from where. */
export interface Signable {
  /** Identifies the delivery: the same on every attempt. */
  id: string;
  event_id: string;
  body: string;
  headers: readonly WebhookHeader[];
}

/**
 * Returns all headers of one attempt: those of Standard Webhooks, signed with each secret (newest first), next to
 * X-Signature (hexadecimal HMAC-SHA256 of the body, keyed by the text of the secret) and X-Event-Id, and the company's own.
 */
export function webhookHeaders(
  { id, event_id, body, headers }: Signable,
  secrets: readonly string[],
  at: Instant,
): Record<string, string> {
  const timestamp = Math.floor(toEpochMs(at) / 1000);
  const webhookId = webhookIdOf(id);
  const [current = '', previous] = secrets;
  return {
    ...Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    'Content-Type': 'application/json',
    'User-Agent': 'Gable-Webhooks/1',
    'Webhook-Id': webhookId,
    'Webhook-Timestamp': String(timestamp),
    'Webhook-Signature': signatureHeader(
      secrets.map((secret) => hmac(keyBytes(secret), signedText(webhookId, timestamp, body), 'base64')),
    ),
    'X-Event-Id': event_id,
    'X-Signature': hmac(current, body, 'hex'),
    // A plain signature holds one value only, so that of the old secret has a header for as long as it is valid.
    ...(previous === undefined ? {} : { 'X-Signature-Previous': hmac(previous, body, 'hex') }),
  };
}

/** Returns the id under which receivers know a delivery. */
export function webhookIdOf(deliveryId: string): string {
  return `msg_${deliveryId.replaceAll('-', '')}`;
}

/** Returns the headers as the log shows them: values that the company entered may be tokens. */
export function withoutOwnValues(
  sent: Readonly<Record<string, string>>,
  own: readonly WebhookHeader[],
): Record<string, string> {
  const hidden = Object.fromEntries(own.map(({ name }) => [name, '••••']));
  return { ...sent, ...hidden };
}

function keyBytes(secret: string): Buffer {
  const { text, encoding } = keyOfSecret(secret);
  return Buffer.from(text, encoding);
}

function hmac(key: string | Buffer, text: string, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', key).update(text).digest(encoding);
}
