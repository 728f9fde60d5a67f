import { ApiFailure } from './api-failure.ts';

/** Repeats work twice, with growing pauses, as long as the server does not answer. */
export async function patiently<T>(
  work: () => Promise<T>,
  wait: (milliseconds: number) => Promise<void>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= 2 || !isUnreachable(error)) throw error;
      await wait(Math.max(400 * 3 ** attempt, (error as ApiFailure).retryAfterMs));
    }
  }
}

/** Whether a failure says nothing about the call: no answer, or one that another attempt may change. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status >= 500 || [0, 408, 429].includes(error.status));
}

/** Waits for a time in milliseconds. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
