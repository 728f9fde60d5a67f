import { sql } from 'kysely';
import type { WriteCtx } from '#server/context.ts';
import { updateMine } from '#server/db/scope.ts';
import { waitForNumbers } from './wait-for-numbers.ts';

/** Allocates the company's next invoice number (`INV-0001`): never reused, in commit order. */
export async function allocateInvoiceNumber(ctx: WriteCtx): Promise<string> {
  await waitForNumbers(ctx);
  const { next_invoice_number: next } = await updateMine(ctx, 'companies')
    .set({ next_invoice_number: sql`next_invoice_number + 1` })
    .returning('next_invoice_number')
    .executeTakeFirstOrThrow();
  return formatInvoiceNumber(next - 1);
}

/** Formats an invoice number: INV and at least four digits. */
export function formatInvoiceNumber(number: number): string {
  return `INV-${String(number).padStart(4, '0')}`;
}
