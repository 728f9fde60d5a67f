import type { ApiFailure } from '../client/api-failure.ts';

/** The current record, if a call was refused because someone else has saved it; null for other failures. */
export function newerVersionIn<T>({ type, details }: Pick<ApiFailure, 'type' | 'details'>): T | null {
  return type === 'CONFLICT' ? ((details?.current ?? null) as T | null) : null;
}
