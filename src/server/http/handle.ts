import type { HandlerInput, HandlerOutput, Route, RouteKind } from '#wire/route.ts';
import type { ActionCtx, ReadCtx, WriteCtx } from '../context.ts';

/** The context a route's handler gets, by the route's kind. */
export type CtxFor<R> = R extends { kind: 'read' }
  ? ReadCtx
  : R extends { kind: 'write' }
    ? WriteCtx
    : ActionCtx;

/** A route with its handler, as collected in src/app. */
export interface HandledRoute {
  readonly route: Route;
  run(ctx: ReadCtx | WriteCtx | ActionCtx, input: unknown): Promise<unknown>;
}

/** Binds a contract's route to its handler. Types of input and response are checked here, their values in http.ts. */
export function handle<R extends Route<RouteKind, unknown, unknown>>(
  route: R,
  run: (ctx: CtxFor<R>, input: HandlerInput<R>) => Promise<HandlerOutput<R>>,
): HandledRoute {
  return { route: route as Route, run: run as unknown as HandledRoute['run'] };
}
