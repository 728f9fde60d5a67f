import { addressLines } from '#domain/base/addresses.ts';
import type { Formatter } from '#domain/base/formatter.ts';
import { type Cents, fromCents } from '#domain/base/money.ts';
import { notify } from '#features/messages/notify.ts';
import type { WriteCtx } from '#server/context.ts';
import * as store from '../store.ts';
import { loadInvoice } from './show-invoice.ts';

/** Notifies the administrators of a payment received online; they know about payments recorded manually. */
export async function notifyAdminsOfPayment(ctx: WriteCtx, paymentId: string): Promise<void> {
  const payment = await store.paymentById(ctx, paymentId);
  if (!payment || payment.gateway === null || payment.status !== 'succeeded') return;
  const { invoice, appointment } = await loadInvoice(ctx, payment.appointment_id);
  // Money for a void invoice has a separate message, because nothing was due.
  if (invoice.status === 'void') return;
  const money = (cents: number, format: Formatter) =>
    format.money(fromCents(cents as Cents), invoice.currency);
  await notify(ctx, 'payment_received_admin', {
    occasion: paymentId,
    facts: (format) => ({
      invoice: invoice.number,
      amount: money(payment.amount_cents, format),
      outstanding: money(Math.max(0, invoice.outstanding_cents), format),
    }),
    path: `/invoice/${invoice.public_id}`,
    appointment_id: appointment.id,
  });
}

/** Notifies the administrators of money for a deleted appointment, which no page would show them anymore. */
export function notifyAdminsOfDeletedAppointmentPayment(ctx: WriteCtx, payment: Unwanted): Promise<void> {
  return notifyOfUnwanted(ctx, payment, 'money_for_deleted');
}

/** Notifies the administrators of money for a void invoice, which they no longer monitor. */
export function notifyAdminsOfVoidInvoicePayment(ctx: WriteCtx, payment: Unwanted): Promise<void> {
  return notifyOfUnwanted(ctx, payment, 'money_for_void');
}

interface Unwanted {
  id: string;
  appointment_id: string;
  amount_cents: number;
}

async function notifyOfUnwanted(
  ctx: WriteCtx,
  payment: Unwanted,
  template: 'money_for_deleted' | 'money_for_void',
): Promise<void> {
  const invoice = await store.byAppointment(ctx, payment.appointment_id);
  const appointment = await store.appointmentFacts(ctx, payment.appointment_id, { withDeleted: true });
  if (!invoice || !appointment) return;
  await notify(ctx, template, {
    occasion: payment.id,
    facts: (format) => ({
      invoice: invoice.number,
      amount: format.money(fromCents(payment.amount_cents as Cents), invoice.currency),
      address: addressLines(appointment).join(', '),
    }),
    path: '/settings?tab=payments',
  });
}
