import { dateOf } from '../../../clock.ts';
import { parseResponse } from '../../http-client.ts';
import type { Creds } from '../kit/credentials.ts';
import { GatewayError } from '../kit/gateway.ts';
import type { GatewayContext } from '../kit/gateway-context.ts';
import { type JsonCaller, jsonCaller } from '../kit/json-calls.ts';
import { asCredsOf } from '../kit/verify-credentials.ts';
import { tokenResponse } from './schemas.ts';

const marginMs = 60_000;

/**
 * Calls PayPal with an access token, which is cached until a minute before it expires. A call rejected because of its
 * token is sent once more with a new one.
 */
export function paypalCaller(context: GatewayContext): JsonCaller {
  const tokens = new Map<string, Promise<{ text: string; untilMs: number }>>();
  const nameOf = (creds: Creds) => `${creds.mode}:${creds.connection}`;
  const nowMs = () => dateOf(context.clock.now()).getTime();

  const fresh = async (creds: Creds) => {
    const { client_id, client_secret } = asCredsOf(creds, 6);
    const pair = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
    const plain = jsonCaller(context, 'paypal', () => ({
      authorization: `Basic ${pair}`,
      'content-type': 'application/x-www-form-urlencoded',
    }));
    const answer = await plain(creds, {
      method: 'POST',
      path: '/v1/oauth2/token',
      body: 'grant_type=client_credentials',
      kind: 'read',
      isRepeatable: true,
    });
    if (answer.status >= 400) throw new GatewayError('merchant_setup', 'paypal does not accept the keys');
    const { access_token, expires_in } = parseResponse(answer.text, tokenResponse);
    return { text: access_token, untilMs: nowMs() + expires_in * 1000 - marginMs };
  };
  const tokenFor = async (creds: Creds): Promise<string> => {
    const name = nameOf(creds);
    const known = await tokens.get(name)?.catch(() => null);
    if (known && known.untilMs > nowMs()) return known.text;
    // The pending request is shared, so that concurrent calls request only one token.
    const next = fresh(creds);
    tokens.set(name, next);
    next.catch(() => tokens.delete(name));
    return (await next).text;
  };
  const bearer = jsonCaller(context, 'paypal', async (creds) => ({
    authorization: `Bearer ${await tokenFor(creds)}`,
  }));
  return async (creds, call) => {
    try {
      return await bearer(creds, call);
    } catch (error) {
      if (!(error instanceof GatewayError) || error.code !== 'merchant_setup') throw error;
      tokens.delete(nameOf(creds));
      return bearer(creds, call);
    }
  };
}
