import type { ApiFailure } from '#web/client/api-failure.ts';

/** No response, or one that says nothing about the change itself: retry later. */
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
