import type { WriteCtx } from '#server/context.ts';
import { lockKey } from '#server/db/key-locks.ts';

/**
 * Takes the turn for the company's counters until the transaction ends. Its row is locked by who takes a number; whoever
 * comes next waits here, without a connection.
 */
export function waitForNumbers(ctx: WriteCtx): Promise<void> {
  return lockKey(ctx.db, ctx.subscriberId, 'numbers');
}
