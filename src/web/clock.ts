import type { Instant } from '#domain/base/time.ts';

/**
 * Returns the current instant. The only place in the browser that reads the system clock; everything else takes `now`.
 */
export function now(): Instant {
  return new Date().toISOString() as Instant;
}
