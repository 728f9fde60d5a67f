import { nextOrderCounter, suggestedOrderId } from '#domain/scheduling/order-id.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { waitForNumbers } from './wait-for-numbers.ts';

/** The counter from which order ids are suggested. */
export interface OrderCounter {
  prefix: string;
  next: number;
}

/** Reads the counter and locks it until the caller commits, so that no other request takes an order id. */
export async function lockOrderCounter(ctx: WriteCtx): Promise<OrderCounter> {
  await waitForNumbers(ctx);
  const row = await mine(ctx, 'companies')
    .select(['order_prefix', 'next_order_number'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { prefix: row.order_prefix, next: row.next_order_number };
}

/** Returns the first free id from the counter on, and the counter after it. */
export async function nextFreeOrderId(
  counter: OrderCounter,
  isTaken: (orderId: string) => Promise<boolean>,
): Promise<{ orderId: string; counter: OrderCounter }> {
  let { next } = counter;
  while (await isTaken(suggestedOrderId(counter.prefix, next))) next += 1;
  return { orderId: suggestedOrderId(counter.prefix, next), counter: { ...counter, next } };
}

/** Moves the counter past an id that is now used, if the id has the counter's format. */
export async function advanceOrderCounter(
  ctx: WriteCtx,
  counter: OrderCounter,
  orderId: string,
): Promise<void> {
  const next = nextOrderCounter(orderId, counter.prefix, counter.next);
  await updateMine(ctx, 'companies').set({ next_order_number: next }).execute();
}
