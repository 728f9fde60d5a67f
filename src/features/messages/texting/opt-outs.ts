import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { deleteMine, insertMine, mine } from '#server/db/scope.ts';

/** Who said that a phone gets no more texts. */
export type OptOutSource = 'reply' | 'provider' | 'office';

/** Whether the company sends no texts to this number (E.164). */
export async function hasOptedOut(ctx: ReadCtx | WriteCtx, phone: string): Promise<boolean> {
  const row = await mine(ctx, 'text_opt_outs').where('phone', '=', phone).select('phone').executeTakeFirst();
  return row !== undefined;
}

/** Stops all texts of the company to a number. Returns false if they were stopped before. */
export async function optOut(ctx: WriteCtx, phone: string, source: OptOutSource): Promise<boolean> {
  const added = await insertMine(ctx, 'text_opt_outs', { phone, source, created_at: ctx.now })
    .onConflict((oc) => oc.columns(['subscriber_id', 'phone']).doNothing())
    .returning('phone')
    .executeTakeFirst();
  return added !== undefined;
}

/** Allows texts to a number again, as its owner asked. Returns false if they were never stopped. */
export async function optIn(ctx: WriteCtx, phone: string): Promise<boolean> {
  const removed = await deleteMine(ctx, 'text_opt_outs').where('phone', '=', phone).executeTakeFirst();
  return removed.numDeletedRows > 0n;
}
