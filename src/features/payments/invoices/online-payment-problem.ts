import { asCents } from '#domain/base/money.ts';
import { paymentProblem } from '#domain/payments/payments.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import type { AttemptRow } from '../attempt-store.ts';
import { appointmentFacts, byAppointment, type InvoiceRow } from '../store.ts';

/** Returns why this amount of an invoice cannot be paid online now, or null. */
export async function onlinePaymentProblem(
  ctx: ReadCtx | WriteCtx,
  invoice: Pick<InvoiceRow, 'outstanding_cents' | 'status'>,
  amountCents: number,
): Promise<string | null> {
  const { settings } = await getCompany(ctx);
  return paymentProblem(asCents(amountCents), {
    outstanding_cents: asCents(invoice.outstanding_cents),
    isByHand: false,
    allow_partial_payments: settings.allow_partial_payments,
  });
}

/**
 * Returns whether the amount of an attempt may still be paid. Since it started, fees may have changed, another payment
 * may have come in, or the appointment may have been canceled or deleted.
 */
export async function isAmountStillValid(ctx: ReadCtx | WriteCtx, row: AttemptRow): Promise<boolean> {
  const invoice = await byAppointment(ctx as ReadCtx, row.appointment_id);
  if (!invoice || invoice.status === 'void') return false;
  const appointment = await appointmentFacts(ctx as ReadCtx, row.appointment_id);
  if (!appointment || appointment.status === 'canceled') return false;
  return (await onlinePaymentProblem(ctx, invoice, row.amount_cents)) === null;
}
