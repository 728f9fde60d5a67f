import { unanswered } from './api-failure.ts';
import type { Connection, RequestOptions } from './connection.ts';
import type { RequestParts } from './request-parts.ts';

/** The call that gets a new access token with the refresh cookie. */
export const refreshPath = '/v2/auth/refresh-token';

/**
 * Sends a request once. Rejects with an ApiFailure if no response arrives. Every attempt builds its own request, because
 * a consumed body cannot be sent again.
 */
export async function attempt(
  connection: Connection,
  parts: RequestParts,
  extra: RequestOptions,
): Promise<Response> {
  const url = connection.base + parts.url;
  const headers = headersFor(connection, parts, extra);
  const timeout =
    extra.timeoutMs === Number.POSITIVE_INFINITY ? null : AbortSignal.timeout(extra.timeoutMs ?? 30_000);
  const signal = AbortSignal.any([extra.signal, timeout].filter((s): s is AbortSignal => !!s));
  try {
    if (extra.onProgress) {
      const { sendWithProgress } = await import('./upload.ts');
      return await sendWithProgress(url, parts, headers, extra.onProgress, signal);
    }
    const { send } = connection;
    const body = parts.body ?? null;
    return await send(url, { method: parts.method, headers, body, signal, credentials: 'same-origin' });
  } catch (error) {
    const failure = unanswered(error, extra.signal, timeout);
    if (failure.type !== 'ABORTED') connection.onUnanswered?.();
    throw failure;
  }
}

function headersFor(
  { language, accessToken }: Connection,
  parts: RequestParts,
  extra: RequestOptions,
): Headers {
  const headers = new Headers({ accept: 'application/json', 'accept-language': language() });
  if (accessToken && parts.url !== refreshPath) headers.set('authorization', `Bearer ${accessToken}`);
  if (typeof parts.body === 'string') headers.set('content-type', 'application/json');
  if (extra.idempotencyKey && parts.method === 'POST') headers.set('idempotency-key', extra.idempotencyKey);
  if (extra.knownTag !== undefined) headers.set('if-none-match', extra.knownTag || '""');
  return headers;
}
