import type { Updateable } from 'kysely';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import type { PaymentRefunds } from '#server/db/tables.ts';

type RefundState = 'asking' | 'pending' | 'unknown' | 'succeeded' | 'failed';

/** Returns one refund by its id. */
export async function refundById(ctx: ReadCtx | WriteCtx, id: string) {
  const row = await mine(ctx, 'payment_refunds').where('id', '=', id).selectAll().executeTakeFirst();
  return row && { ...row, state: row.state as RefundState };
}

export type RefundRow = NonNullable<Awaited<ReturnType<typeof refundById>>>;

/** Returns the refund requested under the caller's key. A failed one may be requested again. */
export async function refundByKey(ctx: WriteCtx, paymentId: string, clientKey: string) {
  const row = await mine(ctx, 'payment_refunds')
    .where('payment_id', '=', paymentId)
    .where('client_key', '=', clientKey)
    .where('state', '<>', 'failed')
    .select('id')
    .executeTakeFirst();
  return row && refundById(ctx, row.id);
}

/** Lists every refund of an invoice's payments, oldest first. */
export async function refundsOf(ctx: ReadCtx | WriteCtx, invoiceId: string): Promise<RefundRow[]> {
  const rows = await mine(ctx, 'payment_refunds')
    .where('invoice_id', '=', invoiceId)
    .orderBy('created_at')
    .orderBy('id')
    .selectAll()
    .execute();
  return rows.map((row) => ({ ...row, state: row.state as RefundState }));
}

/** Lists the refunds of these payments. */
export async function refundsOfPayments(
  ctx: ReadCtx,
  payments: readonly { id: string }[],
): Promise<RefundRow[]> {
  if (payments.length === 0) return [];
  const ids = payments.map((payment) => payment.id);
  const rows = await mine(ctx, 'payment_refunds')
    .where('payment_id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .selectAll()
    .execute();
  return rows.map((row) => ({ ...row, state: row.state as RefundState }));
}

/** Returns whether the refund has no result yet, so that its amount is reserved. */
export function isRefundOpen(row: Pick<RefundRow, 'state'>): boolean {
  return row.state === 'asking' || row.state === 'pending' || row.state === 'unknown';
}

/** Updates the given fields of a refund. */
export async function updateRefund(
  ctx: WriteCtx,
  id: string,
  changes: Updateable<PaymentRefunds>,
): Promise<void> {
  await updateMine(ctx, 'payment_refunds')
    .set({ ...changes, updated_at: ctx.now })
    .where('id', '=', id)
    .execute();
}
