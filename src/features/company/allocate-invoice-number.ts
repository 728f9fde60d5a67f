import { sql } from 'kysely';
import type { WriteCtx } from '#server/context.ts';

/** The next invoice number of the company (`INV-0001`): given once, never again, in the order of commits. */
export async function allocateInvoiceNumber(ctx: WriteCtx): Promise<string> {
  const { next_invoice_number: next } = await ctx.db
    .updateTable('companies')
    .set({ next_invoice_number: sql`next_invoice_number + 1` })
    .where('subscriber_id', '=', ctx.subscriberId)
    .returning('next_invoice_number')
    .executeTakeFirstOrThrow();
  return formatInvoiceNumber(next - 1);
}

/** The number of an invoice as it is written everywhere: INV and at least four digits. */
export function formatInvoiceNumber(number: number): string {
  return `INV-${String(number).padStart(4, '0')}`;
}
