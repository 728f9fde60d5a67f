import { sendAgreement } from '#features/agreements/office/send-agreement.ts';
import { assertCanEditAppointment } from '#features/appointments/assert-can-edit.ts';
import { type ChosenAppointment, runForEach } from '#features/appointments/bulk/run-for-each.ts';
import type { BulkReason, BulkResult } from '#features/appointments/bulk-contract.ts';
import { requirePlaces } from '#features/messages/require-places.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { newId, sha256Hex } from '#server/ids.ts';
import type { HandlerInput } from '#wire/route.ts';
import type { remindMany as contract } from '../remind-contract.ts';
import { sendInvoice } from './mail-invoice.ts';

/**
 * Mails the open agreements or the unpaid invoices of the chosen appointments to their clients again. A repeated request
 * sends nothing twice, even after a crash between two appointments, and neither do two at once. Throws RATE_LIMITED, and
 * sends nothing, if the company may not send one email for each in this hour.
 */
export async function remindMany(
  ctx: ActionCtx,
  { ids, about }: HandlerInput<typeof contract>,
): Promise<BulkResult> {
  await ctx.read((r) => requirePlaces(r, 'email', new Set(ids).size));
  const occasion = ctx.idempotencyKey
    ? sha256Hex(`${ctx.requireUser().userId} ${ctx.idempotencyKey}`)
    : newId();
  const remind = about === 'signature' ? remindToSign : remindToPay;
  return runForEach(ctx, ids, async (w, row) => {
    await assertCanEditAppointment(w, row.id);
    if (row.status === 'canceled') return 'canceled';
    if (row.status === 'requested') return 'not_confirmed';
    return remind(w, row, occasion);
  });
}

async function remindToSign(
  ctx: WriteCtx,
  { id }: ChosenAppointment,
  occasion: string,
): Promise<BulkReason | null> {
  const open = await mine(ctx, 'appointment_agreements')
    .where('appointment_id', '=', id)
    .where('signed', '=', false)
    .where('voided_at', 'is', null)
    .select('id')
    .orderBy('position')
    .execute();
  if (open.length === 0) return 'nothing_open';
  for (const agreement of open) await sendAgreement(ctx, { id, agreementId: agreement.id }, occasion);
  return null;
}

async function remindToPay(
  ctx: WriteCtx,
  { id }: ChosenAppointment,
  occasion: string,
): Promise<BulkReason | null> {
  ctx.requireCapability('record_payments');
  const invoice = await mine(ctx, 'invoices')
    .innerJoin('appointments', (on) =>
      on
        .onRef('appointments.subscriber_id', '=', 'invoices.subscriber_id')
        .onRef('appointments.id', '=', 'invoices.appointment_id'),
    )
    .where('invoices.appointment_id', '=', id)
    .where('invoices.status', '<>', 'void')
    .where('appointments.paid', '=', false)
    .where('appointments.outstanding_cents', '>', 0)
    .select('invoices.id')
    .executeTakeFirst();
  if (!invoice) return 'nothing_open';
  await sendInvoice(ctx, { id }, occasion);
  return null;
}
