import type { WriteCtx } from '#server/context.ts';
import { lockKey } from '#server/db/key-locks.ts';

/**
 * Waits for the company's counters and holds them until the transaction ends. Without this, a second caller would wait for
 * the locked row with a connection in hand.
 */
export function waitForNumbers(ctx: WriteCtx): Promise<void> {
  return lockKey(ctx.db, ctx.subscriberId, 'numbers');
}
