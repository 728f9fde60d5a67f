import { asCents, type Cents } from '#domain/base/money.ts';
import { applyRefund, type PaymentStatus, refundCredit } from '#domain/payments/payments.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { closeUnwantedMoney } from '../difference-store.ts';
import { mailRefund } from '../invoices/mail-invoice.ts';
import { settleInvoice } from '../invoices/settle-invoice.ts';
import { type RefundRow, updateRefund } from '../refund-store.ts';
import { appointmentFacts, lockByAppointment } from '../store.ts';

/**
 * Records a refund that really happened: reduces the payment, and adds a credit line to the invoice so that the amount
 * due does not change. Refunding an overpayment needs no such line. The caller has just set the refund to `succeeded`.
 */
export async function bookRefund(ctx: WriteCtx, refund: RefundRow): Promise<void> {
  const invoice = await lockByAppointment(ctx, refund.appointment_id);
  const payment = await mine(ctx, 'payments')
    .where('id', '=', refund.payment_id)
    .select(['id', 'amount_cents', 'refunded_cents', 'status'])
    .executeTakeFirst();
  if (!invoice || !payment) return;
  const amount = asCents(refund.amount_cents);
  const after = applyRefund(
    {
      amount_cents: payment.amount_cents as Cents,
      refunded_cents: payment.refunded_cents as Cents,
      status: payment.status as PaymentStatus,
    },
    amount,
  ).payment;
  const credit_cents = refundCredit(amount, asCents(invoice.outstanding_cents));
  await updateMine(ctx, 'payments')
    .set({ refunded_cents: after.refunded_cents, status: after.status })
    .where('id', '=', payment.id)
    .execute();
  await updateMine(ctx, 'invoices')
    .set({ credits_cents: invoice.credits_cents + credit_cents })
    .where('id', '=', invoice.id)
    .execute();
  await updateRefund(ctx, refund.id, { credit_cents });
  await settleInvoice(ctx, refund.appointment_id, null);
  await ctx.audit({
    action: 'payment-refunded',
    entity: 'payment',
    entity_id: payment.id,
    after: {
      refund: refund.id,
      amount_cents: amount,
      credit_cents,
      kind: refund.kind,
      reason: refund.reason,
    },
  });
  await ctx.emit({
    type: 'payment.refunded',
    payment_id: payment.id,
    invoice_id: refund.invoice_id,
    appointment_id: refund.appointment_id,
    amount_cents: amount,
  });
  // A deleted appointment has no page that a mail could link to.
  if (await appointmentFacts(ctx, refund.appointment_id)) await mailRefund(ctx, refund);
  if (after.status === 'refunded') await closeUnwantedMoney(ctx, payment.id);
}
