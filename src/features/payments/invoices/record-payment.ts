import { toCentsOrNull } from '#domain/base/money.ts';
import {
  addMinutes,
  type Instant,
  isBefore,
  parseInstantOrLocal,
  parseLocalDate,
  startOfDay,
  type Zone,
} from '#domain/base/time.ts';
import { paymentProblem } from '#domain/payments/payments.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertMine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type * as contract from '../contract.ts';
import { presentPayment } from '../present-payments.ts';
import { refundsOf } from '../refund-store.ts';
import * as store from '../store.ts';
import { settleInvoice } from './settle-invoice.ts';

/**
 * Records money received offline and settles the invoice. An overpayment is stored as credit: the outstanding amount
 * drops below zero. Throws BAD_USER_INPUT for amounts that are not above zero or have more than two decimals, and for
 * times in the future.
 */
export async function recordPayment(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.recordPayment>,
): Promise<contract.Payment> {
  const invoice = await store.lockByAppointment(ctx, input.id);
  const appointment = await store.appointmentFacts(ctx, input.id);
  if (!invoice || !appointment) throw notFound();
  if (invoice.status === 'void') throw new AppError('CONFLICT', 'This invoice is void');
  const { timezone } = await getCompany(ctx);
  const { amount_cents, received_at } = checked(ctx, input, timezone);
  const id = newId();
  await insertMine(ctx, 'payments', {
    id,
    invoice_id: invoice.id,
    appointment_id: input.id,
    amount_cents,
    method: input.method,
    status: 'succeeded',
    idempotency_key: id,
    note: input.note ?? '',
    received_at,
    recorded_by: ctx.requireUser().userId,
    created_at: ctx.now,
  }).execute();
  const after = { amount_cents, method: input.method };
  await ctx.audit({ action: 'payment-recorded', entity: 'payment', entity_id: id, after });
  await settleInvoice(ctx, input.id, { payment_id: id, amount_cents });
  return presented(ctx, id, timezone);
}

/** Voids a payment that was entered by mistake; it stays visible but no longer counts. Idempotent. */
export async function voidPayment(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.voidPayment>,
): Promise<contract.Payment> {
  const { timezone } = await getCompany(ctx);
  const row = await store.paymentById(ctx, input.id);
  if (!row) throw notFound();
  if (row.gateway !== null)
    throw new AppError('CONFLICT', 'Online payments can’t be voided. Refund the payment instead.');
  await store.lockByAppointment(ctx, row.appointment_id);
  // A refund has added a credit line that would remain. Read again because a concurrent refund may have finished first.
  const refunded = (await store.paymentById(ctx, input.id))?.refunded_cents ?? 0;
  if (refunded > 0) throw new AppError('CONFLICT', 'This payment was partly refunded and can’t be voided');
  const done = await updateMine(ctx, 'payments')
    .set({ voided_at: ctx.now, voided_by: ctx.requireUser().userId, void_reason: input.reason })
    .where('id', '=', input.id)
    .where('voided_at', 'is', null)
    .executeTakeFirst();
  if (done.numUpdatedRows > 0n) {
    const { invoice_id, appointment_id } = row;
    const amount_cents = store.listCountedPayments([row])[0]?.amount_cents;
    await ctx.audit({
      action: 'payment-voided',
      entity: 'payment',
      entity_id: row.id,
      after: { reason: input.reason },
    });
    await settleInvoice(ctx, appointment_id, null);
    if (amount_cents !== undefined) {
      await ctx.emit({
        type: 'payment.voided',
        payment_id: row.id,
        invoice_id,
        appointment_id,
        amount_cents,
      });
    }
  }
  return presented(ctx, input.id, timezone);
}

async function presented(ctx: WriteCtx, id: string, zone: Zone): Promise<contract.Payment> {
  const row = await store.paymentById(ctx, id);
  if (!row) throw notFound();
  return presentPayment(row, zone, await refundsOf(ctx, row.invoice_id));
}

function checked(ctx: WriteCtx, input: HandlerInput<typeof contract.recordPayment>, zone: Zone) {
  const amount_cents = toCentsOrNull(input.amount);
  if (amount_cents === null) throw badInput({ amount: 'Amount can have at most two decimals' });
  const problem = paymentProblem(amount_cents, {
    outstanding_cents: amount_cents,
    isByHand: true,
    allow_partial_payments: true,
  });
  if (problem) throw badInput({ amount: problem });
  return { amount_cents, received_at: receivedAt(ctx.now, input.received_at, zone) };
}

/**
 * Parses an instant, local time or day of the company. Allows a few minutes ahead, since browser clocks may run fast.
 */
function receivedAt(now: Instant, text: string | undefined, zone: Zone): Instant {
  if (!text) return now;
  const day = parseLocalDate(text);
  const at = day ? startOfDay(day, zone) : parseInstantOrLocal(text, zone);
  if (at === null) throw badInput({ received_at: 'Date is not valid' });
  if (isBefore(addMinutes(now, 10), at)) throw badInput({ received_at: 'Date cannot be in the future' });
  return at;
}
