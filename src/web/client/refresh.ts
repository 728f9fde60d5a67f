import { ApiFailure, failureOf } from './api-failure.ts';
import type { Connection } from './connection.ts';
import { exclusively, readJson, tokenIn } from './refresh-response.ts';
import type { RequestParts } from './request-parts.ts';
import { attempt, refreshPath } from './transport.ts';

/** Log line of a failed refresh; the wording is specified. */
export const noConnectionMessage =
  'We were unable to connect to the server. Please try again later or contact us for assistance.';

/**
 * A used cookie stays valid for 10 more seconds (refresh-session.ts). With a longer timeout, a second attempt would be
 * treated as theft.
 */
const refreshTimeoutMs = 8000;

/** Gets a new access token with the refresh cookie. Concurrent calls share one request. */
export function refresh(connection: Connection): Promise<string> {
  connection.refreshing ??= exclusively(async () => {
    const before = connection.accessToken;
    const parts: RequestParts = { method: 'POST', url: refreshPath };
    const started = await connection.early.takeResponse();
    const response = started ?? (await attempt(connection, parts, { timeoutMs: refreshTimeoutMs }));
    const answer = await readJson(response);
    if (response.status === 401 && connection.accessToken === before) connection.accessToken = null;
    if (!response.ok) throw failureOf(answer, response.status);
    const token = tokenIn(answer);
    if (!token) throw failureOf(null, response.status);
    // A user who has signed in or out in the meantime takes precedence.
    if (connection.accessToken !== before) return token;
    connection.accessToken = token;
    if (started) connection.early.accept(answer);
    return token;
  }).finally(() => {
    connection.refreshing = null;
  });
  return connection.refreshing;
}

/** Refreshes for calls that failed with 401. A failure is logged and reported once for all of them. */
export function shareReport(connection: Connection): Promise<void> {
  connection.reporting ??= refreshOrReport(connection).finally(() => {
    connection.reporting = null;
  });
  return connection.reporting;
}

/** Refreshes, and twice more after a pause if the server did not answer or failed: the session may well be valid. */
async function refreshPatiently(connection: Connection): Promise<void> {
  for (let again = 0; ; again += 1) {
    try {
      await refresh(connection);
      return;
    } catch (error) {
      const isFailure = error instanceof ApiFailure && (error.status >= 500 || error.status === 0);
      if (!isFailure || again === 2) throw error;
      await connection.wait(Math.max(400 * 3 ** again, error.retryAfterMs));
    }
  }
}

async function refreshOrReport(connection: Connection): Promise<void> {
  try {
    await refreshPatiently(connection);
  } catch (error) {
    connection.log(noConnectionMessage);
    if (error instanceof ApiFailure && error.status === 401) connection.onLost?.();
    throw error;
  }
}
