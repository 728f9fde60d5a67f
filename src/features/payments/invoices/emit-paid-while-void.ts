import { asCents } from '#domain/base/money.ts';
import { asInstant, isBefore } from '#domain/base/time.ts';
import { clearanceEvents, invoiceState, netPaid } from '#domain/payments/payments.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import * as store from '../store.ts';

/**
 * Emits, for an invoice that was just restored, the events that money received while it was void did not trigger then:
 * paid, and signed and paid, each once. A restored invoice cannot be voided again while it holds that money.
 */
export async function emitPaidWhileVoid(ctx: WriteCtx, wasVoid: store.InvoiceRow): Promise<void> {
  const { id: invoice_id, appointment_id, voided_at } = wasVoid;
  const invoice = await store.byAppointment(ctx, appointment_id);
  const appointment = await store.appointmentFacts(ctx, appointment_id);
  if (!invoice || !appointment || voided_at === null) return;
  const rows = await store.paymentsOf(ctx, invoice_id);
  const isStale = (row: store.PaymentRow) => !isBefore(asInstant(row.created_at), asInstant(voided_at));
  const last = rows.findLast((row) => isStale(row) && netPaid(store.listCountedPayments([row])) > 0);
  if (!last) return;
  const isPaid = (payments: store.PaymentRow[]) =>
    invoiceState({
      total_cents: asCents(invoice.total_cents),
      credits_cents: asCents(invoice.credits_cents),
      payments: store.listCountedPayments(payments),
    }).paid;
  const { agreement_signed } = appointment;
  const was = { paid: isPaid(rows.filter((row) => !isStale(row))), agreement_signed };
  for (const type of clearanceEvents(was, { paid: isPaid(rows), agreement_signed }, 'payment')) {
    if (type === 'invoice.paid') {
      await ctx.emit({ type, appointment_id, invoice_id, payment_id: last.id });
    } else if (!(await wasEmitted(ctx, appointment_id, type, voided_at))) {
      await ctx.emit({ type, appointment_id });
    }
  }
}

// The last signature may have come in while the invoice was void but already paid; the event was emitted then.
async function wasEmitted(
  ctx: WriteCtx,
  appointmentId: string,
  type: string,
  since: NonNullable<store.InvoiceRow['voided_at']>,
): Promise<boolean> {
  const row = await mine(ctx, 'events')
    .where('appointment_id', '=', appointmentId)
    .where('type', '=', type)
    .where('at', '>=', since)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
