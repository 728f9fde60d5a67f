import { orderIdTaken, resolveOrderId } from '#domain/scheduling/order-id.ts';
import {
  advanceOrderCounter,
  lockOrderCounter,
  nextFreeOrderId,
  type OrderCounter,
} from '#features/company/order-ids.ts';
import type { WriteCtx } from '#server/context.ts';
import { badInput } from '#wire/errors.ts';
import { isOrderIdTaken } from './booking-read-store.ts';
import type { SubmittedOrderId } from './new-appointment.ts';

/**
 * How far behind the counter an id still counts as a suggestion, for dialogs that did not send theirs and were open
 * while others booked.
 */
const suggestionsAlive = 20;

/**
 * Returns the order id to store: the submitted one, or the next free one if none was submitted or the untouched
 * suggestion has been taken since. Rejects an edited duplicate. Blocks competing calls until the caller commits.
 */
export async function takeOrderId(ctx: WriteCtx, submitted: SubmittedOrderId | null): Promise<string> {
  const counter = await lockOrderCounter(ctx);
  if (submitted !== null) {
    const { typed, suggestion } = submitted;
    const decision = resolveOrderId({
      submitted: typed,
      isTaken: await isOrderIdTaken(ctx, typed),
      suggestion: suggestion ?? (wasSuggested(typed, counter) ? typed : null),
    });
    if (decision === 'refuse') throw badInput({ order_id: orderIdTaken });
    if (decision === 'use') {
      await advanceOrderCounter(ctx, counter, typed);
      return typed;
    }
  }
  const free = await nextFreeOrderId(counter, (id) => isOrderIdTaken(ctx, id));
  await advanceOrderCounter(ctx, free.counter, free.orderId);
  return free.orderId;
}

/** Changes the order id of an appointment; rejects one that is in use. */
export async function changeOrderId(ctx: WriteCtx, appointmentId: string, orderId: string): Promise<void> {
  const counter = await lockOrderCounter(ctx);
  if (await isOrderIdTaken(ctx, orderId, appointmentId)) throw badInput({ order_id: orderIdTaken });
  await advanceOrderCounter(ctx, counter, orderId);
}

function wasSuggested(orderId: string, { prefix, next }: OrderCounter): boolean {
  const number = orderId.startsWith(prefix) ? orderId.slice(prefix.length) : '';
  if (!/^[1-9]\d{0,8}$/.test(number)) return false;
  return Number(number) < next && Number(number) >= next - suggestionsAlive;
}
