import type { Formatter } from '#domain/base/formatter.ts';
import { type Cents, fromCents } from '#domain/base/money.ts';
import type { MessageKey } from '#features/messages/catalogue.ts';
import { occasionsByHand } from '#features/messages/messages-just-sent.ts';
import { notify } from '#features/messages/notify.ts';
import type { Notice } from '#features/messages/render-notice.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
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
  const template = open.invoice.status === 'void' ? 'payment_receipt_void' : 'payment_receipt';
  const payer = await payerOf(ctx, paymentId);
  await mailClients(ctx, open, template, {
    occasion: paymentId,
    amount: payment.amount_cents,
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
  await mailClients(ctx, open, 'payment_refunded', { occasion: refund.id, amount: refund.amount_cents });
}

/**
 * Mails the invoice with its link to every client who may see it, once per `reason`, and to each address once in five
 * minutes. Throws CONFLICT when none of them has an address.
 */
export async function sendInvoice(
  ctx: WriteCtx,
  input: { id: string },
  reason = newId(),
): Promise<{ recipients: number }> {
  await store.lockByAppointment(ctx, input.id);
  const open = await loadInvoice(ctx, input.id);
  if (open.invoice.status === 'void') throw new AppError('CONFLICT', 'This invoice is void');
  const template = 'invoice_sent';
  const about = open.invoice.id;
  const occasion = await occasionsByHand(ctx, { template, appointment_id: input.id, about, time: reason });
  const recipients = await mailClients(ctx, open, template, { occasion, isByHand: true });
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
  {
    amount,
    ...notice
  }: { occasion: Notice['occasion']; amount?: number; also?: string[]; isByHand?: boolean },
): Promise<number> {
  const money = (cents: number, format: Formatter) =>
    format.money(fromCents(cents as Cents), invoice.currency);
  const { recipients } = await notify(ctx, key, {
    ...notice,
    appointment_id: appointment.id,
    facts: (format) => ({
      invoice: invoice.number,
      outstanding: money(Math.max(0, invoice.outstanding_cents), format),
      ...(amount === undefined ? {} : { amount: money(amount, format) }),
    }),
    path: `/invoice/${invoice.public_id}`,
  });
  return recipients.length;
}
