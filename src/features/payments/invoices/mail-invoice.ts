import { type Cents, formatMoney } from '#domain/base/money.ts';
import type { MessageKey } from '#features/messages/catalogue.ts';
import { notify } from '#features/messages/notify.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { AppError } from '#wire/errors.ts';
import * as store from '../store.ts';
import { type LoadedInvoice, loadInvoice } from './show-invoice.ts';

/**
 * Mails a receipt of a payment to every client who may see the invoice, and to the person who paid online by a personal
 * link. Sends it once, however often it is called, and even with notifications off. For a void invoice the receipt says
 * that nothing was due.
 */
export async function mailReceipt(ctx: WriteCtx, paymentId: string): Promise<void> {
  const payment = await store.paymentById(ctx, paymentId);
  if (!payment || payment.voided_at !== null || payment.status !== 'succeeded') return;
  const open = await loadInvoice(ctx, payment.appointment_id);
  const amount = formatMoney(payment.amount_cents as Cents, open.invoice.currency);
  const template = open.invoice.status === 'void' ? 'payment_receipt_void' : 'payment_receipt';
  const payer = await payerOf(ctx, paymentId);
  await mailClients(ctx, open, template, {
    occasion: paymentId,
    facts: { amount },
    also: payer ? [payer] : [],
  });
}

/** Returns the person who paid online by a personal link; null if unknown. */
async function payerOf(ctx: WriteCtx, paymentId: string): Promise<string | null> {
  const row = await mine(ctx, 'payments')
    .innerJoin('payment_attempts', (on) =>
      on
        .onRef('payment_attempts.subscriber_id', '=', 'payments.subscriber_id')
        .onRef('payment_attempts.id', '=', 'payments.attempt_id'),
    )
    .where('payments.id', '=', paymentId)
    .select('person_id')
    .executeTakeFirst();
  return row?.person_id ?? null;
}

/** Mails every client who may see the invoice that a refund was made, once, however often it is called. */
export async function mailRefund(
  ctx: WriteCtx,
  refund: { id: string; appointment_id: string; amount_cents: number },
): Promise<void> {
  const open = await loadInvoice(ctx, refund.appointment_id);
  const amount = formatMoney(refund.amount_cents as Cents, open.invoice.currency);
  await mailClients(ctx, open, 'payment_refunded', { occasion: refund.id, facts: { amount } });
}

/**
 * Mails the invoice with its link to every client who may see it, once per `reason`. Throws CONFLICT when none of them has
 * an address.
 */
export async function sendInvoice(
  ctx: WriteCtx,
  input: { id: string },
  reason = ctx.now.replace(/\D/g, ''),
): Promise<{ recipients: number }> {
  const open = await loadInvoice(ctx, input.id);
  if (open.invoice.status === 'void') throw new AppError('CONFLICT', 'This invoice is void');
  const occasion = `${open.invoice.id}.${reason}`;
  const recipients = await mailClients(ctx, open, 'invoice_sent', { occasion, facts: {} });
  if (recipients === 0)
    throw new AppError('CONFLICT', 'None of this appointment’s clients has an email address');
  await ctx.audit({
    action: 'invoice-sent',
    entity: 'invoice',
    entity_id: open.invoice.id,
    after: { recipients },
  });
  await ctx.emit({ type: 'invoice.sent', appointment_id: input.id, invoice_id: open.invoice.id });
  return { recipients };
}

/** Someone with two roles gets one mail. */
async function mailClients(
  ctx: WriteCtx,
  { invoice, appointment }: LoadedInvoice,
  key: MessageKey,
  notice: { occasion: string; facts: Record<string, string>; also?: string[] },
): Promise<number> {
  const outstanding = formatMoney(Math.max(0, invoice.outstanding_cents) as Cents, invoice.currency);
  const { recipients } = await notify(ctx, key, {
    ...notice,
    appointment_id: appointment.id,
    facts: { invoice: invoice.number, outstanding, ...notice.facts },
    path: `/invoice/${invoice.public_id}`,
  });
  return recipients.length;
}
