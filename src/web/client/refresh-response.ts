/** Runs the refreshes of all tabs one after another: each needs the cookie that the previous one has just received. */
export async function exclusively<T>(work: () => Promise<T>): Promise<T> {
  if (typeof navigator === 'undefined' || !('locks' in navigator) || !navigator.locks) return work();
  return navigator.locks.request('gable-refresh', work);
}

/** Reads the body of a response; null if it is not JSON. */
export async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

/** The access token in the response of a refresh or login; null if there is none. */
export function tokenIn(answer: unknown): string | null {
  if (answer === null || typeof answer !== 'object') return null;
  const body = answer as { accessToken?: unknown; data?: { accessToken?: unknown } | null };
  const token = body.data?.accessToken ?? body.accessToken;
  return typeof token === 'string' && token !== '' ? token : null;
}
