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

/** So many numbers back an id still counts as a suggestion of a dialog that was open meanwhile, when none is sent along. */
const suggestionsAlive = 20;

/**
 * The order id under which the appointment is stored: the submitted one, or the next free one when the untouched
 * suggestion was taken meanwhile. Refuses an edited duplicate. Others wait until the caller commits.
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

/** Gives an appointment another order id; refuses one that is used. */
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
