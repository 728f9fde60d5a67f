import type { CachedChunk } from './cached-chunks.ts';

const ready = Symbol('ready json');

/**
 * An answer whose JSON was put together by hand, for the few routes that answer megabytes of repeated parts; type and
 * contract stay those of the data. Tests and the demo read it again and check it as any other.
 */
export function prebuiltJson<T>(pieces: readonly CachedChunk[]): T {
  return { [ready]: pieces } as T;
}

/** The pieces of an answer that is JSON already; null for ordinary data. */
export function prebuiltChunks(data: unknown): readonly CachedChunk[] | null {
  return typeof data === 'object' && data !== null && ready in data
    ? (data[ready] as readonly CachedChunk[])
    : null;
}
