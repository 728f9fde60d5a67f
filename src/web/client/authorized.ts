import type { Route } from '#wire/route.ts';
import { unanswered } from './api-failure.ts';
import type { Connection, RequestOptions } from './connection.ts';
import { shareReport } from './refresh.ts';
import { toRequestParts } from './request-parts.ts';
import { attempt } from './transport.ts';

/** Calls whose 401 does not mean an expired token (decisions T-17). */
const ownAnswer = new Set(['/v2/auth/login', '/v2/auth/refresh-token', '/v2/auth/logout']);
/** Calls that confirm, begin or end a session. */
const ofSession = new Set([...ownAnswer, '/v2/auth/me']);

/** Sends a call, and once more with a new access token if the server no longer accepts the current one. */
export async function authorized(
  connection: Connection,
  route: Route,
  input: unknown,
  extra: RequestOptions,
): Promise<Response> {
  const parts = toRequestParts(route, input);
  if (connection.isHeld && !ofSession.has(route.path)) throw unanswered(null, undefined, null);
  // A route that anyone may call would respond to an expired or missing token as to a visitor.
  if (connection.refreshing && route.path !== '/v2/auth/login')
    await connection.refreshing.catch(() => undefined);
  const sentWith = connection.accessToken;
  const response = await attempt(connection, parts, extra);
  if (response.status !== 401 || ownAnswer.has(route.path)) return response;
  if (sentWith === connection.accessToken || connection.accessToken === null) await shareReport(connection);
  // Someone else signed in since, in another tab: what the first user did is not done in the name of the second.
  const [before, now] = [userOf(sentWith), userOf(connection.accessToken)];
  if (before && now && before !== now) return response;
  return attempt(connection, parts, extra);
}

/** The user a token was issued to; null for none. The server alone decides whether it is valid. */
export function userOf(token: string | null): string | null {
  const claims = token?.split('.')[1];
  if (!claims) return null;
  const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: string };
  return sub ?? null;
}
