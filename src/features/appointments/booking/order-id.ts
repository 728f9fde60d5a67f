import { orderIdTaken, resolveOrderId } from '#domain/scheduling/order-id.ts';
import {
  advanceOrderCounter,
  lockOrderCounter,
  nextFreeOrderId,
  type OrderCounter,
} from '#features/company/order-ids.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { badInput } from '#wire/errors.ts';

/**
 * How far behind the counter an id still counts as a suggestion, for dialogs that did not send theirs and were open
 * while others booked.
 */
const suggestionsAlive = 20;

/**
 * Returns the order id to store: the submitted one, or the next free one if the untouched suggestion has been taken
 * since. Rejects an edited duplicate. Blocks competing calls until the caller commits.
 */
export async function takeOrderId(
  ctx: WriteCtx,
  submitted: string,
  suggestion: string | null,
): Promise<string> {
  const counter = await lockOrderCounter(ctx);
  const taken = await isTaken(ctx, submitted);
  const decision = resolveOrderId({
    submitted,
    isTaken: taken,
    suggestion: suggestion ?? (wasSuggested(submitted, counter) ? submitted : null),
  });
  if (decision === 'refuse') throw badInput({ order_id: orderIdTaken });
  if (decision === 'use') {
    await advanceOrderCounter(ctx, counter, submitted);
    return submitted;
  }
  const free = await nextFreeOrderId(counter, (id) => isTaken(ctx, id));
  await advanceOrderCounter(ctx, free.counter, free.orderId);
  return free.orderId;
}

/** Changes the order id of an appointment; rejects one that is in use. */
export async function changeOrderId(ctx: WriteCtx, appointmentId: string, orderId: string): Promise<void> {
  const counter = await lockOrderCounter(ctx);
  if (await isTaken(ctx, orderId, appointmentId)) throw badInput({ order_id: orderIdTaken });
  await advanceOrderCounter(ctx, counter, orderId);
}

async function isTaken(ctx: WriteCtx, orderId: string, exceptId?: string): Promise<boolean> {
  let query = mine(ctx, 'appointments').where('order_id', '=', orderId).where('deleted_at', 'is', null);
  if (exceptId) query = query.where('id', '<>', exceptId);
  return (await query.select('id').executeTakeFirst()) !== undefined;
}

function wasSuggested(orderId: string, { prefix, next }: OrderCounter): boolean {
  const number = orderId.startsWith(prefix) ? orderId.slice(prefix.length) : '';
  if (!/^[1-9]\d{0,8}$/.test(number)) return false;
  return Number(number) < next && Number(number) >= next - suggestionsAlive;
}
