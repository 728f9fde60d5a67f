import type { Gives, Kind, Route, Takes } from '#wire/route.ts';
import type { ErrandCtx, ReadCtx, WriteCtx } from '../context.ts';

/** The context a route's handler gets, by the route's kind. */
export type CtxOf<R> = R extends { kind: 'read' }
  ? ReadCtx
  : R extends { kind: 'write' }
    ? WriteCtx
    : ErrandCtx;

/** A route with the function that answers it, as app collects them. */
export interface Handled {
  readonly route: Route;
  run(ctx: ReadCtx | WriteCtx | ErrandCtx, input: unknown): Promise<unknown>;
}

/** Ties a route of the contract to its handler; input and answer are checked by type here and by value in http.ts. */
export function handle<R extends Route<Kind, unknown, unknown>>(
  route: R,
  run: (ctx: CtxOf<R>, input: Takes<R>) => Promise<Gives<R>>,
): Handled {
  return { route: route as Route, run: run as unknown as Handled['run'] };
}
