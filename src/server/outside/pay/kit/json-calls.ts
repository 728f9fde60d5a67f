import type { z } from 'zod/mini';
import {
  type ExternalRequest,
  type ExternalResponse,
  parseResponse,
  UnexpectedResponse,
} from '../../http-client.ts';
import type { Creds } from './credentials.ts';
import { GatewayError } from './gateway.ts';
import type { GatewayContext, Provider } from './gateway-context.ts';
import { throwIfNotAnswered } from './outcomes.ts';

/** One call to a gateway with a JSON API; `path` with its query, `template` as logged. */
interface JsonCall {
  readonly method: ExternalRequest['method'];
  readonly path: string;
  readonly template?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly kind?: ExternalRequest['kind'];
  /** Reads are always repeatable; a write must say so. */
  readonly isRepeatable?: boolean;
}

/** Sends a call and returns the response whatever its status, but throws for rejected keys, rate limits and 5xx. */
export type JsonCaller = (creds: Creds, call: JsonCall) => Promise<ExternalResponse>;

/** Creates a caller for one provider; `headers` derives the authentication from the keys. */
export function jsonCaller(
  context: GatewayContext,
  provider: Provider,
  headersOf: (creds: Creds) => Record<string, string> | Promise<Record<string, string>>,
): JsonCaller {
  return async (creds, call) => {
    const answer = await context.http.send({
      provider,
      credential: creds.connection,
      method: call.method,
      url: `${context.base(provider, creds.mode)}${call.path}`,
      template: call.template ?? call.path.split('?', 1).join(),
      headers: {
        accept: 'application/json',
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(await headersOf(creds)),
        ...call.headers,
      },
      body: typeof call.body === 'string' || call.body === undefined ? call.body : JSON.stringify(call.body),
      kind: call.kind ?? (call.method === 'GET' ? 'read' : 'charge'),
      isRepeatable: call.isRepeatable ?? call.method === 'GET',
    });
    throwIfNotAnswered(answer, provider);
    return answer;
  };
}

/** Parses a successful response to a read or registration by its schema. Throws a GatewayError for a rejection. */
export function parseGatewayResponse<S extends z.ZodMiniType>(
  answer: ExternalResponse,
  schema: S,
): z.infer<S> {
  if (answer.status === 404) throw new GatewayError('not_found', 'the gateway does not know it');
  if (answer.status >= 400) throw new GatewayError('refused', `the gateway answered ${answer.status}`);
  if (answer.status >= 300) throw new UnexpectedResponse(`the gateway answered ${answer.status}`);
  return parseResponse(answer.text, schema);
}
