import type { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api-failure.ts';

/** The answer to a read that came with the page: data, or a failure that the page explains. */
export interface SeededRead {
  key: readonly unknown[];
  data?: unknown;
  failure?: { type: string; message: string; status: number; details: Record<string, unknown> | null };
}

/** Puts answers into the cache of reads, as if the page had just received them. */
export function seedReads(queries: QueryClient, reads: readonly SeededRead[]): void {
  for (const { key, data, failure } of reads) {
    if (failure) seedFailure(queries, key, failure);
    else queries.setQueryData(key, data);
  }
}

function seedFailure(
  queries: QueryClient,
  key: readonly unknown[],
  { type, message, status, details }: NonNullable<SeededRead['failure']>,
): void {
  // The page does not ask again just because it starts; it does when it gets the focus, as after any failure.
  queries.setQueryDefaults(key, { retryOnMount: false });
  const query = queries.getQueryCache().build(queries, { queryKey: key });
  const error = new ApiFailure(type, message, status, details, { error: { type, message, details } });
  query.setState({ status: 'error', error, errorUpdateCount: 1, fetchStatus: 'idle' });
}
