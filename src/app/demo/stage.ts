import type { FastifyInstance } from 'fastify';
import type { Instant } from '#domain/base/time.ts';
import { callInProcess } from '#server/call-in-process.ts';
import type { TestClock } from '#server/clock.ts';
import type { Route, RouteInput, RouteKind, RouteOutput } from '#wire/route.ts';

/** What the demo's month is played with: the routes of a house whose clock is moved by hand. */
export interface DemoContext {
  readonly app: FastifyInstance;
  readonly clock: TestClock;
  readonly today: Instant;
  readonly ownerToken: () => Promise<string>;
  readonly ownerId: string;
  readonly technicianIds: readonly string[];
}

type AnyRoute = Route<RouteKind, unknown, unknown>;

/** Calls a route as the owner; what the demo does must not be refused. */
export async function callAsOwner<R extends AnyRoute>(
  stage: DemoContext,
  route: R,
  input: RouteInput<R>,
): Promise<RouteOutput<R>> {
  return actAs(await stage.ownerToken(), stage, route, input);
}

/** The same as whoever has this token; without one as a visitor of the public pages. */
export async function actAs<R extends AnyRoute>(
  token: string | null,
  stage: DemoContext,
  route: R,
  input: RouteInput<R>,
): Promise<RouteOutput<R>> {
  const answer = await callInProcess(stage.app, route as Route, token, input);
  if (!answer.success) {
    throw new Error(`the demo could not ${route.method} ${route.path}: ${JSON.stringify(answer.error)}`);
  }
  return answer.data as RouteOutput<R>;
}
