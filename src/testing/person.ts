import type { FastifyInstance } from 'fastify';
import { type Answer, type CallOptions, callInProcess } from '#server/in-process.ts';
import type { Gets, Route, Sends } from '#wire/route.ts';

/** The refusal of a call that was expected to succeed. */
export class Refused extends Error {
  readonly answer: Answer;
  constructor(line: string, answer: Answer) {
    super(
      `${line} answered ${answer.status} ${answer.error?.type ?? ''} ${answer.error?.message ?? ''} ${JSON.stringify(answer.error?.details ?? '')}`,
    );
    this.answer = answer;
  }
}

/** Somebody who uses the API as a browser would: through HTTP, with a token or without. */
export interface Person {
  readonly id: string;
  readonly subscriberId: string;
  readonly token: string | null;
  /** Calls a route and gives its data; throws `Refused` when it is refused. */
  does<R extends Route<'read' | 'write' | 'errand', unknown, unknown>>(
    route: R,
    input?: Sends<R>,
    options?: CallOptions,
  ): Promise<Gets<R>>;
  /** Calls a route with anything and gives whatever came back. */
  tries(
    route: Route<'read' | 'write' | 'errand', unknown, unknown>,
    input?: unknown,
    options?: CallOptions,
  ): Promise<Answer>;
}

/** Makes a person of a token; null is a visitor. */
export function personOf(
  app: FastifyInstance,
  who: { id: string; subscriberId: string; token: string | null },
): Person {
  const tries: Person['tries'] = (route, input, options) =>
    callInProcess(app, route as Route, who.token, input, options);
  return {
    ...who,
    tries,
    does: async (route, input, options) => {
      const answer = await tries(route, input, options);
      if (!answer.success) throw new Refused(`${route.method} ${route.path}`, answer);
      return answer.data as Gets<typeof route>;
    },
  };
}
