import type { Instant } from '#domain/base/time.ts';

/** The present moment. The only place in the browser that asks the machine for it; everything else takes `now`. */
export function now(): Instant {
  return new Date().toISOString() as Instant;
}
