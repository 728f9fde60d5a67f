import type { ApiFailure } from '#web/client.ts';

/** No answer, or none that speaks of the change itself: it is tried again later. */
export function isRetryable({ type, status }: ApiFailure): boolean {
  return (
    type === 'NETWORK' ||
    type === 'TIMEOUT' ||
    type === 'UNAUTHENTICATED' ||
    status === 0 ||
    status === 429 ||
    status >= 500
  );
}
