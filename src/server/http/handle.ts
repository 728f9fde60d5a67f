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
  /** What the schema cannot know is wrong with an input that it refuses, by field, so that one answer names all. */
  readonly alsoWrong?: AlsoWrong | undefined;
}

type AlsoWrong = (input: Readonly<Record<string, unknown>>) => Promise<Record<string, string>>;

/** Binds a contract's route to its handler. Types of input and response are checked here, their values in http.ts. */
export function handle<R extends Route<RouteKind, unknown, unknown>>(
  route: R,
  run: (ctx: CtxFor<R>, input: HandlerInput<R>) => Promise<HandlerOutput<R>>,
  alsoWrong?: AlsoWrong,
): HandledRoute {
  return { route: route as Route, run: run as unknown as HandledRoute['run'], alsoWrong };
}
