import { asCents, zeroCents } from '#domain/base/money.ts';
import { invoiceState } from '#domain/payments/payments.ts';
import { allocateInvoiceNumber } from '#features/company/allocate-invoice-number.ts';
import { getCompany } from '#features/company/get-company.ts';
import { createPublicLink } from '#features/links/public-links.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertMine } from '#server/db/scope.ts';
import { newId, newPublicId } from '#server/ids.ts';
import { notFound } from '#wire/errors.ts';
import * as store from '../store.ts';

/** Creates the invoice of a new appointment with its own number and a public link. A total of 0 is paid immediately. */
export async function createInvoice(ctx: WriteCtx, appointmentId: string): Promise<void> {
  const appointment = await store.appointmentFacts(ctx, appointmentId);
  if (!appointment) throw notFound();
  const { currency } = await getCompany(ctx);
  const total_cents = asCents(appointment.total_fee_cents);
  const { paid_cents, outstanding_cents, status } = invoiceState({
    total_cents,
    credits_cents: zeroCents,
    payments: [],
  });
  const { now } = ctx;
  const id = newId();
  const public_id = newPublicId();
  await insertMine(ctx, 'invoices', {
    id,
    public_id,
    appointment_id: appointmentId,
    number: await allocateInvoiceNumber(ctx),
    currency,
    status,
    total_cents,
    paid_cents,
    outstanding_cents,
    created_at: now,
    updated_at: now,
  }).execute();
  await createPublicLink(ctx, { token: public_id, kind: 'invoice', targetId: id });
}
