import { sql } from 'kysely';
import type { WriteCtx } from '#server/context.ts';

/** The next invoice number of the company (`INV-0001`): given once, never again, in the order of commits. */
export async function takeInvoiceNumber(ctx: WriteCtx): Promise<string> {
  const { next_invoice_number: next } = await ctx.db
    .updateTable('companies')
    .set({ next_invoice_number: sql`next_invoice_number + 1` })
    .where('subscriber_id', '=', ctx.subscriberId)
    .returning('next_invoice_number')
    .executeTakeFirstOrThrow();
  return `INV-${String(next - 1).padStart(4, '0')}`;
}
