import { z } from 'zod/mini';
import { newToken, sha256Hex } from '../../../ids.ts';
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
import { isRefund, transaction, webhookSchema } from './schemas.ts';

const path = '/v1/webhooks/transaction';

/** Registers our postback. Fortis authenticates with a user and password that we generate per connection. */
export async function registerFortisWebhook(
  call: JsonCaller,
  creds: CredsOf<7>,
  url: string,
): Promise<WebhookRegistration> {
  const { list } = parseGatewayResponse(
    await call(creds, { method: 'GET', path }),
    z.object({ list: z.array(webhookSchema) }),
  );
  const ours = list.filter((one) => one.url === url);
  const good = ours.find((one) => one.is_active !== false);
  if (good && creds.webhook_user && creds.webhook_password) return { id: good.id, url, secrets: {} };
  for (const stale of ours) {
    await call(creds, {
      method: 'DELETE',
      path: `/v1/webhooks/${encodeURIComponent(stale.id)}`,
      template: '/v1/webhooks/{id}',
      isRepeatable: true,
    });
  }
  const secrets = { webhook_user: newToken().slice(0, 24), webhook_password: newToken() };
  const body = {
    is_active: true,
    location_id: creds.location_id,
    product_transaction_id: creds.product_transaction_id,
    on_create: true,
    on_update: true,
    on_delete: false,
    number_of_attempts: 5,
    attempt_interval: 300,
    url,
    basic_auth_username: secrets.webhook_user,
    basic_auth_password: secrets.webhook_password,
  };
  const made = parseGatewayResponse(
    await call(creds, { method: 'POST', path, body }),
    z.object({ data: webhookSchema }),
  );
  return { id: made.data.id, url, secrets };
}

const named = z.pick(transaction, {
  id: true,
  status_code: true,
  modified_ts: true,
  transaction_api_id: true,
  paylink_id: true,
});
const postback = z.union([z.object({ data: named }), named]);

/** Parses a postback. There is no signature: the password is checked, and the content is confirmed by a read. */
export function fortisHints(creds: CredsOf<7>, request: RawRequest): WebhookHint[] {
  if (!creds.webhook_user || !creds.webhook_password) throw new WebhookRejected('no postback is registered');
  const pair = Buffer.from(`${creds.webhook_user}:${creds.webhook_password}`).toString('base64');
  if (!timingSafeEqualText(`Basic ${pair}`, request.headers.authorization ?? '')) {
    throw new WebhookRejected('the password does not match');
  }
  try {
    const parsed = parseResponse(Buffer.from(request.body).toString('utf8'), postback);
    const one = 'data' in parsed ? parsed.data : parsed;
    return [
      {
        eventId: sha256Hex(`${one.id}|${one.modified_ts ?? ''}|${one.status_code}`).slice(0, 40),
        type: `transaction.${one.status_code}`,
        about: isRefund(one) ? 'refund' : one.status_code === 331 ? 'dispute' : 'payment',
        gatewayRef: isRefund(one) ? null : one.id,
        attemptId: one.transaction_api_id ?? null,
        ...(one.paylink_id ? { orderRef: one.paylink_id } : {}),
        isVerified: true,
      },
    ];
  } catch (error) {
    if (error instanceof UnexpectedResponse) throw new WebhookRejected('not a postback');
    throw error;
  }
}
