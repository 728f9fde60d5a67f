import type { FastifyInstance } from 'fastify';
import { type CallOptions, callInProcess, type InProcessResponse } from '#server/call-in-process.ts';
import type { Route, RouteInput, RouteOutput } from '#wire/route.ts';

/** Thrown when a call that was expected to succeed is refused. */
class UnexpectedRefusal extends Error {
  readonly answer: InProcessResponse;
  constructor(line: string, answer: InProcessResponse) {
    super(
      `${line} answered ${answer.status} ${answer.error?.type ?? ''} ${answer.error?.message ?? ''} ${JSON.stringify(answer.error?.details ?? '')}`,
    );
    this.answer = answer;
  }
}

/** A user who calls the API as a browser would: over HTTP, with or without a token. */
export interface TestUser {
  readonly id: string;
  readonly subscriberId: string;
  readonly token: string | null;
  /** Calls a route and returns its data. Throws `UnexpectedRefusal` when it is refused. */
  call<R extends Route<'read' | 'write' | 'action', unknown, unknown>>(
    route: R,
    input?: RouteInput<R>,
    options?: CallOptions,
  ): Promise<RouteOutput<R>>;
  /** Calls a route with any input and returns the response, whatever it is. */
  request(
    route: Route<'read' | 'write' | 'action', unknown, unknown>,
    input?: unknown,
    options?: CallOptions,
  ): Promise<InProcessResponse>;
}

/** Creates a user from a token; null is a visitor. */
export function createTestUser(
  app: FastifyInstance,
  who: { id: string; subscriberId: string; token: string | null },
): TestUser {
  const send: TestUser['request'] = (route, input, options) =>
    callInProcess(app, route as Route, who.token, input, options);
  return {
    ...who,
    request: send,
    call: async (route, input, options) => {
      const answer = await send(route, input, options);
      if (!answer.success) throw new UnexpectedRefusal(`${route.method} ${route.path}`, answer);
      return answer.data as RouteOutput<typeof route>;
    },
  };
}
