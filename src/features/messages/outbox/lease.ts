import { addMinutes, type Instant } from '#domain/base/time.ts';
import type { ActionCtx } from '#server/context.ts';
import * as store from './store.ts';

/** The sending worker renews its lease while the server is busy; a killed worker's message waits at most this long. */
const leaseSeconds = 20;
const renewMs = 5000;

/** The end of a lease that starts now. */
export const leaseFrom = (now: Instant) => addMinutes(now, leaseSeconds / 60);

/**
 * Renews the lease until the returned function is called. `ctx.now` is fixed during a call, so elapsed time is measured
 * separately.
 */
export function renewLease(ctx: ActionCtx, row: store.ClaimedMessage): () => void {
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const leaseUntil = leaseFrom(addMinutes(ctx.now, (performance.now() - startedAt) / 60_000));
    // A failed renewal is followed by the next one; the lease outlasts three.
    ctx.tx((w) => store.renewClaim(w, row, leaseUntil)).catch(() => undefined);
  }, renewMs);
  return () => clearInterval(timer);
}
