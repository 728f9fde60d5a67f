import { asCents, type Cents, currencyIso } from '#domain/base/money.ts';
import { clearanceEvents, type InvoiceState, invoiceState } from '#domain/payments/payments.ts';
import { lockAppointment } from '#features/appointments/lock-appointment.ts';
import { setAppointmentPaid } from '#features/appointments/status/set-appointment-paid.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';
import { saveDifference } from '../difference-store.ts';
import * as store from '../store.ts';
import { closeOutdatedAttempt } from './close-outdated-attempt.ts';
import { notifyAdminsOfVoidInvoicePayment } from './notify-admins.ts';

type Appointment = NonNullable<Awaited<ReturnType<typeof store.appointmentFacts>>>;

interface SettledInvoice {
  invoice: store.InvoiceRow;
  state: InvoiceState;
}

/** The new payment that triggers settling. */
export interface NewPayment {
  payment_id: string;
  amount_cents: Cents;
}

/**
 * Brings an invoice in line with the fees of its appointment and the payments that count, and the appointment in line
 * with the invoice. Includes deleted appointments: the company has their money and may refund it. Given the payment
 * that caused it, also emits `payment.recorded` and the events it leads to (paid, and signed and paid), each once. A
 * void invoice leads to no events: nothing was due, and administrators are asked to refund the money.
 */
export async function settleInvoice(
  ctx: WriteCtx,
  appointmentId: string,
  cause: NewPayment | null,
): Promise<SettledInvoice> {
  const invoice = await store.lockByAppointment(ctx, appointmentId);
  // Signing takes the same lock, so that the later of the two sees the other and emits that the appointment is signed
  // and paid.
  await lockAppointment(ctx, appointmentId);
  const appointment = await store.appointmentFacts(ctx, appointmentId, { withDeleted: true });
  if (!invoice || !appointment) throw notFound();
  const total_cents = asCents(appointment.total_fee_cents);
  const state = invoiceState({
    total_cents,
    credits_cents: asCents(invoice.credits_cents),
    payments: store.listCountedPayments(await store.paymentsOf(ctx, invoice.id)),
    isVoid: invoice.status === 'void',
  });
  const { paid, paid_cents, outstanding_cents, status } = state;
  await updateMine(ctx, 'invoices')
    .set({ total_cents, paid_cents, outstanding_cents, status, updated_at: ctx.now })
    .where('id', '=', invoice.id)
    .execute();
  await setAppointmentPaid(ctx, appointmentId, { paid, outstanding_cents });
  if (cause) {
    const about = { invoice_id: invoice.id, appointment_id: appointmentId };
    await ctx.emit({ type: 'payment.recorded', ...cause, ...about });
  }
  const isVoid = status === 'void';
  if (cause && isVoid) await recordVoidMoney(ctx, cause.payment_id);
  await emitClearance(ctx, { appointment, invoice, paid }, isVoid ? null : cause);
  await closeOutdatedAttempt(ctx, appointmentId);
  return { invoice: { ...invoice, total_cents, paid_cents, outstanding_cents, status }, state };
}

/** Emits that the payment has paid the invoice, and that the appointment is signed and paid if it is both now. */
async function emitClearance(
  ctx: WriteCtx,
  { appointment, invoice, paid }: { appointment: Appointment; invoice: store.InvoiceRow; paid: boolean },
  cause: NewPayment | null,
): Promise<void> {
  const { id: appointment_id, agreement_signed } = appointment;
  const before = { paid: appointment.paid, agreement_signed };
  const after = { paid, agreement_signed };
  for (const type of clearanceEvents(before, after, cause ? 'payment' : 'other')) {
    if (type === 'invoice.paid')
      await ctx.emit({
        ...{ type, appointment_id },
        ...{ invoice_id: invoice.id, payment_id: cause?.payment_id ?? '' },
      });
    else await ctx.emit({ type, appointment_id });
  }
}

async function recordVoidMoney(ctx: WriteCtx, paymentId: string): Promise<void> {
  const payment = await mine(ctx, 'payments')
    .innerJoin('invoices', (on) =>
      on
        .onRef('invoices.subscriber_id', '=', 'payments.subscriber_id')
        .onRef('invoices.id', '=', 'payments.invoice_id'),
    )
    .where('payments.id', '=', paymentId)
    .select([
      'payments.id',
      'payments.appointment_id',
      'payments.attempt_id',
      'payments.amount_cents',
      'payments.gateway',
      'payments.gateway_ref',
      'invoices.currency',
    ])
    .executeTakeFirst();
  if (!payment || payment.gateway === null) return;
  const { gateway, gateway_ref, attempt_id, amount_cents, appointment_id } = payment;
  await saveDifference(ctx, {
    ...{ gateway, kind: 'void', about: gateway_ref ?? attempt_id ?? payment.id },
    ...{ ours_cents: amount_cents, theirs_cents: amount_cents, currency: currencyIso(payment.currency) },
    ...{ payment_id: payment.id, appointment_id },
  });
  await notifyAdminsOfVoidInvoicePayment(ctx, payment);
}
