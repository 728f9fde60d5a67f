import type { FastifyInstance } from 'fastify';
import { type CallOptions, callInProcess, type InProcessResponse } from '#server/call-in-process.ts';
import type { Route, RouteInput, RouteOutput } from '#wire/route.ts';

/** The refusal of a call that was expected to succeed. */
export class UnexpectedRefusal extends Error {
  readonly answer: InProcessResponse;
  constructor(line: string, answer: InProcessResponse) {
    super(
      `${line} answered ${answer.status} ${answer.error?.type ?? ''} ${answer.error?.message ?? ''} ${JSON.stringify(answer.error?.details ?? '')}`,
    );
    this.answer = answer;
  }
}

/** Somebody who uses the API as a browser would: through HTTP, with a token or without. */
export interface TestUser {
  readonly id: string;
  readonly subscriberId: string;
  readonly token: string | null;
  /** Calls a route and gives its data; throws `Refused` when it is refused. */
  call<R extends Route<'read' | 'write' | 'action', unknown, unknown>>(
    route: R,
    input?: RouteInput<R>,
    options?: CallOptions,
  ): Promise<RouteOutput<R>>;
  /** Calls a route with anything and gives whatever came back. */
  request(
    route: Route<'read' | 'write' | 'action', unknown, unknown>,
    input?: unknown,
    options?: CallOptions,
  ): Promise<InProcessResponse>;
}

/** Makes a person of a token; null is a visitor. */
export function createTestUser(
  app: FastifyInstance,
  who: { id: string; subscriberId: string; token: string | null },
): TestUser {
  const tries: TestUser['request'] = (route, input, options) =>
    callInProcess(app, route as Route, who.token, input, options);
  return {
    ...who,
    request: tries,
    call: async (route, input, options) => {
      const answer = await tries(route, input, options);
      if (!answer.success) throw new UnexpectedRefusal(`${route.method} ${route.path}`, answer);
      return answer.data as RouteOutput<typeof route>;
    },
  };
}
