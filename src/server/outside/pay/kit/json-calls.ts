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

/** One call of a gateway that speaks JSON; `path` with its query, `template` as logged. */
export interface JsonCall {
  readonly method: ExternalRequest['method'];
  readonly path: string;
  readonly template?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly kind?: ExternalRequest['kind'];
  /** Reads are repeatable by themselves; a write must say so. */
  readonly isRepeatable?: boolean;
}

/** Sends it and gives the answer whatever its status; keys, rate limit and 5xx are thrown. */
export type JsonCaller = (creds: Creds, call: JsonCall) => Promise<ExternalResponse>;

/** Calls of one provider with the headers that its keys become. */
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
      template: call.template ?? call.path.replace(/\?.*$/, ''),
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

/** The good answer of a read or a registration by its schema; a refusal is a GatewayError. */
export function parseGatewayResponse<S extends z.ZodMiniType>(
  answer: ExternalResponse,
  schema: S,
): z.infer<S> {
  if (answer.status === 404) throw new GatewayError('not_found', 'the gateway does not know it');
  if (answer.status >= 400) throw new GatewayError('refused', `the gateway answered ${answer.status}`);
  if (answer.status >= 300) throw new UnexpectedResponse(`the gateway answered ${answer.status}`);
  return parseResponse(answer.text, schema);
}
