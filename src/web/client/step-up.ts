import { parseFailure } from '#wire/envelope.ts';
import type { Route } from '#wire/route.ts';
import { authorized, userOf } from './authorized.ts';
import type { Connection, RequestOptions } from './connection.ts';
import { readJson } from './refresh-response.ts';

/** Sends a call, and once more if the user confirms their identity because the server asks for that first. */
export async function exchange(
  connection: Connection,
  route: Route,
  input: unknown,
  extra: RequestOptions,
): Promise<Response> {
  const response = await authorized(connection, route, input, extra);
  if (response.status !== 403 || !connection.onIdentityRequired) return response;
  if (parseFailure(await readJson(response.clone()))?.type !== 'IDENTITY_REQUIRED') return response;
  const asked = userOf(connection.accessToken);
  connection.confirming ??= connection.onIdentityRequired().finally(() => {
    connection.confirming = null;
  });
  if (!(await connection.confirming) || userOf(connection.accessToken) !== asked) return response;
  return authorized(connection, route, input, extra);
}
