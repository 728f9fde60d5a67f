import Stripe from 'stripe';
import {
  type ExternalRequest,
  type HttpClient,
  RequestFailed,
  UnexpectedResponse,
} from '../../http-client.ts';
import type { CredsOf } from '../kit/credentials.ts';
import { GatewayError } from '../kit/gateway.ts';

/** Ids in a path, which are removed for the log. */
const ids = /\/(?:pi|ch|re|cs|we|evt|acct)_[A-Za-z0-9_]+/g;
const doubtfulHeader = 'x-gable-doubtful';

/**
 * Creates Stripe's own client for one connection, with calls sent through our HTTP client: our timeouts, retries,
 * circuit and log instead of the SDK's, so that all gateways behave alike.
 */
export function stripeClient(http: HttpClient, base: string, creds: CredsOf<5>): Stripe {
  const { protocol, hostname, port } = new URL(base);
  return new Stripe(creds.secret_key, {
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    protocol: protocol === 'http:' ? 'http' : 'https',
    maxNetworkRetries: 0,
    // Longer than our HTTP client's own limit, which applies first.
    timeout: 120_000,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(fetchThrough(http, creds)),
  });
}

function fetchThrough(http: HttpClient, creds: CredsOf<5>): typeof fetch {
  return async (input, init) => {
    const url = String(input);
    const method = (init?.method ?? 'GET') as ExternalRequest['method'];
    const headers = Object.fromEntries(new Headers(init?.headers));
    const answer = await http.send({
      provider: 'stripe',
      credential: creds.connection,
      method,
      url,
      template: new URL(url).pathname.replace(ids, '/{id}'),
      headers,
      body: typeof init?.body === 'string' && init.body !== '' ? init.body : undefined,
      kind: method === 'GET' ? 'read' : 'charge',
      isRepeatable: method === 'GET' || headers['idempotency-key'] !== undefined,
      alsoRetry: [409],
    });
    // The SDK only checks the body: it would accept an empty object with 503 as a response.
    if (answer.status >= 500) throw new RequestFailed('uncertain', `stripe answered ${answer.status}`);
    const forwarded = new Headers(answer.headers);
    // The text is already decoded.
    forwarded.delete('content-encoding');
    if (answer.isDoubtful) forwarded.set(doubtfulHeader, '1');
    return new Response(answer.text, { status: answer.status, headers: forwarded });
  };
}

/** Returns Stripe's error, or rethrows our own error when the request was not answered by Stripe. */
export function toStripeError(error: unknown): Stripe.errors.StripeError {
  if (error instanceof GatewayError || error instanceof UnexpectedResponse || error instanceof RequestFailed)
    throw error;
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  if (error instanceof Stripe.errors.StripeConnectionError) {
    const cause: unknown = error.detail;
    throw cause instanceof RequestFailed
      ? cause
      : new RequestFailed('uncertain', 'connection to stripe lost');
  }
  const wasUncertain = error.headers?.[doubtfulHeader] === '1';
  if (error.type === 'StripeAuthenticationError' || error.type === 'StripePermissionError') {
    throw wasUncertain ? unclear() : new GatewayError('merchant_setup', 'stripe does not accept the keys');
  }
  if (error.type === 'StripeRateLimitError') {
    throw wasUncertain ? unclear() : new RequestFailed('not_sent', 'stripe is busy');
  }
  if (error.type === 'StripeAPIError') throw new UnexpectedResponse('stripe sent an unreadable response');
  return error;
}

function unclear(): RequestFailed {
  return new RequestFailed('uncertain', 'stripe rejected the call after an attempt with an unknown result');
}
