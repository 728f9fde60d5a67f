import { createFormatter } from '#domain/base/formatter.ts';
import { type Cents, fromCents } from '#domain/base/money.ts';
import { isIdle } from '#domain/payments/payment-attempts.ts';
import { netPaid, voidProblem } from '#domain/payments/payments.ts';
import type { WriteCtx } from '#server/context.ts';
import { updateMine } from '#server/db/scope.ts';
import { AppError, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import { openAttemptOf } from '../attempt-store.ts';
import type * as contract from '../contract.ts';
import { closeVoidDifferences } from '../difference-store.ts';
import { isRefundOpen, refundsOf } from '../refund-store.ts';
import * as store from '../store.ts';
import { emitPaidWhileVoid } from './emit-paid-while-void.ts';
import { settleInvoice } from './settle-invoice.ts';
import { showInvoice } from './show-invoice.ts';

/**
 * Voids an invoice: nothing is due and it cannot be paid, while its number, lines and page stay. Throws CONFLICT while
 * it holds money or money may be in transit. Idempotent: the first reason stays.
 */
export async function voidInvoice(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.voidInvoice>,
): Promise<contract.Invoice> {
  const invoice = await lockedInvoice(ctx, input.id);
  if (invoice.status === 'void') return showInvoice(ctx, input);
  await refuseWhileMoney(ctx, invoice);
  await change(ctx, invoice, {
    status: 'void',
    voided_at: ctx.now,
    voided_by: ctx.requireUser().userId,
    void_reason: input.reason,
  });
  await ctx.audit({
    action: 'invoice-voided',
    entity: 'invoice',
    entity_id: invoice.id,
    after: { reason: input.reason, total_cents: invoice.total_cents },
  });
  await ctx.emit({
    type: 'invoice.voided',
    appointment_id: input.id,
    invoice_id: invoice.id,
    reason: input.reason,
  });
  return showInvoice(ctx, input);
}

/**
 * Restores a void invoice, which then asks for the current fees under its number. If late money covers it, the invoice
 * is paid from now on and the corresponding events are emitted. Idempotent.
 */
export async function restoreInvoice(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.restoreInvoice>,
): Promise<contract.Invoice> {
  const invoice = await lockedInvoice(ctx, input.id);
  if (invoice.status !== 'void') return showInvoice(ctx, input);
  await change(ctx, invoice, { status: 'open', voided_at: null, voided_by: null, void_reason: '' });
  await closeVoidDifferences(ctx, input.id);
  await ctx.audit({
    action: 'invoice-restored',
    entity: 'invoice',
    entity_id: invoice.id,
    before: { reason: invoice.void_reason },
  });
  await ctx.emit({ type: 'invoice.restored', appointment_id: input.id, invoice_id: invoice.id });
  await emitPaidWhileVoid(ctx, invoice);
  return showInvoice(ctx, input);
}

async function lockedInvoice(ctx: WriteCtx, appointmentId: string): Promise<store.InvoiceRow> {
  const appointment = await store.appointmentFacts(ctx, appointmentId);
  const invoice = appointment && (await store.lockByAppointment(ctx, appointmentId));
  if (!invoice) throw notFound();
  return invoice;
}

/** Updates the invoice, then everything derived from it: the totals, the appointment, and a waiting payment form. */
async function change(
  ctx: WriteCtx,
  invoice: store.InvoiceRow,
  changes: Pick<store.InvoiceRow, 'status' | 'voided_at' | 'voided_by' | 'void_reason'>,
): Promise<void> {
  await updateMine(ctx, 'invoices')
    .set({ ...changes, updated_at: ctx.now })
    .where('id', '=', invoice.id)
    .execute();
  await settleInvoice(ctx, invoice.appointment_id, null);
}

async function refuseWhileMoney(ctx: WriteCtx, invoice: store.InvoiceRow): Promise<void> {
  const payments = store.listCountedPayments(await store.paymentsOf(ctx, invoice.id));
  const open = await openAttemptOf(ctx, invoice.id);
  const paid_cents = netPaid(payments);
  const problem = voidProblem({
    paid_cents,
    hasPending: payments.some((one) => one.status === 'pending'),
    attempt: !open ? 'none' : isIdle(open.state) ? 'waiting' : 'confirming',
    isRefunding: (await refundsOf(ctx, invoice.id)).some(isRefundOpen),
  });
  if (problem === null) return;
  const held = createFormatter(ctx.lang).money(
    fromCents((problem === 'waiting' && open ? open.amount_cents : paid_cents) as Cents),
    invoice.currency,
  );
  throw new AppError('CONFLICT', sentences[problem].replace('{amount}', held), { code: problem });
}

const sentences: Readonly<Record<NonNullable<ReturnType<typeof voidProblem>>, string>> = {
  holds_money: 'This invoice has {amount} in payments. Refund or void them first.',
  waiting: 'A payment of {amount} is waiting for the payer. Cancel that attempt first.',
  confirming: 'A payment is being confirmed. Try again in a moment.',
  pending: 'A payment is being confirmed. Try again in a moment.',
  refunding: 'A refund is still in progress. Try again once it is complete.',
};
