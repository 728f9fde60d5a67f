import type { CachedChunk } from './cached-chunks.ts';

const ready = Symbol('ready json');

/**
 * Wraps a response whose JSON was assembled by hand, for the few routes that return megabytes of repeated parts. Type
 * and contract stay those of the data. Tests and the demo parse it and check it like any other response.
 */
export function prebuiltJson<T>(pieces: readonly CachedChunk[]): T {
  return { [ready]: pieces } as T;
}

/** Returns the chunks of a response that is already JSON; null for ordinary data. */
export function prebuiltChunks(data: unknown): readonly CachedChunk[] | null {
  return typeof data === 'object' && data !== null && ready in data
    ? (data[ready] as readonly CachedChunk[])
    : null;
}
