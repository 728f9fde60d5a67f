import type { FastifyInstance } from 'fastify';
import type { Instant } from '#domain/base/time.ts';
import { callInProcess } from '#server/call-in-process.ts';
import type { TestClock } from '#server/clock.ts';
import type { Route, RouteInput, RouteKind, RouteOutput } from '#wire/route.ts';

/** What seeding the demo requires: the routes of a runtime whose clock is set by hand. */
export interface DemoContext {
  readonly app: FastifyInstance;
  readonly clock: TestClock;
  readonly today: Instant;
  readonly ownerToken: () => Promise<string>;
  /** A token of a member. */
  readonly tokenOf: (userId: string) => Promise<string>;
  readonly ownerId: string;
  readonly technicianIds: readonly string[];
}

type AnyRoute = Route<RouteKind, unknown, unknown>;

/** Calls a route as the owner. Throws when the call is refused. */
export async function callAsOwner<R extends AnyRoute>(
  demo: DemoContext,
  route: R,
  input: RouteInput<R>,
): Promise<RouteOutput<R>> {
  return actAs(await demo.ownerToken(), demo, route, input);
}

/** Calls a route with this token; without one, as a visitor of the public pages. Throws when the call is refused. */
export async function actAs<R extends AnyRoute>(
  token: string | null,
  demo: DemoContext,
  route: R,
  input: RouteInput<R>,
): Promise<RouteOutput<R>> {
  const answer = await callInProcess(demo.app, route as Route, token, input);
  if (!answer.success) {
    throw new Error(
      `seeding the demo failed: ${route.method} ${route.path}: ${JSON.stringify(answer.error)}`,
    );
  }
  return answer.data as RouteOutput<R>;
}
