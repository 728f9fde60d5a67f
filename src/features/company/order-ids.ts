import { nextOrderCounter, suggestedOrderId } from '#domain/scheduling/order-id.ts';
import type { WriteCtx } from '#server/context.ts';

/** The counter from which order ids are suggested. */
export interface OrderCounter {
  prefix: string;
  next: number;
}

/** Reads the counter and keeps others from taking an order id until the caller commits. */
export async function lockOrderCounter(ctx: WriteCtx): Promise<OrderCounter> {
  const row = await ctx.db
    .selectFrom('companies')
    .where('subscriber_id', '=', ctx.subscriberId)
    .select(['order_prefix', 'next_order_number'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { prefix: row.order_prefix, next: row.next_order_number };
}

/** The first id from the counter on that is free, and the counter past it. */
export async function nextFreeOrderId(
  counter: OrderCounter,
  isTaken: (orderId: string) => Promise<boolean>,
): Promise<{ orderId: string; counter: OrderCounter }> {
  let { next } = counter;
  while (await isTaken(suggestedOrderId(counter.prefix, next))) next += 1;
  return { orderId: suggestedOrderId(counter.prefix, next), counter: { ...counter, next } };
}

/** Moves the counter past an id that is used now, when it is one of the counter's own. */
export async function advanceOrderCounter(
  ctx: WriteCtx,
  counter: OrderCounter,
  orderId: string,
): Promise<void> {
  const next = nextOrderCounter(orderId, counter.prefix, counter.next);
  await ctx.db
    .updateTable('companies')
    .set({ next_order_number: next })
    .where('subscriber_id', '=', ctx.subscriberId)
    .execute();
}
