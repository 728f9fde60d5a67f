import { asCents, type Cents } from '#domain/money.ts';
import { dealEvents, type InvoiceState, invoiceState } from '#domain/payments.ts';
import { setAppointmentPaid } from '#features/appointments/set-appointment-paid.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';
import { closeMisfit } from './online/close-misfit.ts';
import * as store from './store.ts';

export interface Settled {
  invoice: store.InvoiceRow;
  state: InvoiceState;
}

/** The payment that came in and makes settling necessary. */
export interface NewPayment {
  payment_id: string;
  amount_cents: Cents;
}

/**
 * Brings an invoice in line with the fees of its appointment and the payments that count, and the appointment with the
 * invoice, be it deleted: its money is the company's and may go back. With the payment that caused it, also emits `payment.recorded` and what that brings about: paid, and signed and paid, each once.
 */
export async function settleInvoice(
  ctx: WriteCtx,
  appointmentId: string,
  cause: NewPayment | null,
): Promise<Settled> {
  const invoice = await store.lockedByAppointment(ctx, appointmentId);
  // Signing holds it too: whoever is second sees what the first did, and emits that both are done.
  await mine(ctx, 'appointments').where('id', '=', appointmentId).select('id').forNoKeyUpdate().execute();
  const appointment = await store.appointmentFacts(ctx, appointmentId, { withDeleted: true });
  if (!invoice || !appointment) throw notFound();
  const total_cents = asCents(appointment.total_fee_cents);
  const state = invoiceState({
    total_cents,
    credits_cents: asCents(invoice.credits_cents),
    payments: store.facts(await store.paymentsOf(ctx, invoice.id)),
    isVoid: invoice.status === 'void',
  });
  const { paid, paid_cents, outstanding_cents, status } = state;
  await ctx.db
    .updateTable('invoices')
    .set({ total_cents, paid_cents, outstanding_cents, status, updated_at: ctx.now })
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('id', '=', invoice.id)
    .execute();
  await setAppointmentPaid(ctx, appointmentId, { paid, outstanding_cents });
  if (cause) {
    const about = { invoice_id: invoice.id, appointment_id: appointmentId };
    await ctx.emit({ type: 'payment.recorded', ...cause, ...about });
  }
  const { agreement_signed } = appointment;
  const before = { paid: appointment.paid, agreement_signed };
  for (const type of dealEvents(before, { paid, agreement_signed }, cause ? 'payment' : 'other')) {
    if (type === 'invoice.paid') {
      await ctx.emit({
        type,
        appointment_id: appointmentId,
        invoice_id: invoice.id,
        payment_id: cause?.payment_id ?? '',
      });
    } else {
      await ctx.emit({ type, appointment_id: appointmentId });
    }
  }
  await closeMisfit(ctx, appointmentId);
  return { invoice: { ...invoice, total_cents, paid_cents, outstanding_cents, status }, state };
}
