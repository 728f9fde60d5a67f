import { clearanceEvents } from '#domain/payments/payments.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { addEvidence } from '../evidence.ts';
import { areAllSigned, isComplete, type LoadedAgreement } from '../load-agreement.ts';
import * as store from '../store.ts';

/**
 * Marks what a signature has completed and emits the events: 15 when the last agreement is signed, 17 if it is also
 * paid. The caller has locked the agreement's row; the appointment's row is locked here, so that of two agreements
 * signed concurrently, one sees the other.
 */
export async function completeAfterSigning(
  ctx: WriteCtx,
  open: LoadedAgreement,
  signature: { id: string; person_id: string | null },
): Promise<void> {
  const { row } = open;
  const appointment_id = row.appointment_id;
  const { paid } = await store.lockAppointment(ctx, appointment_id);
  const wereSigned = await areAllSigned(ctx, appointment_id);
  await markComplete(ctx, open);
  await ctx.emit({
    type: 'agreement.signed',
    appointment_id,
    agreement_id: row.id,
    signature_id: signature.id,
    person_id: signature.person_id,
  });
  const areSigned = await areAllSigned(ctx, appointment_id);
  const events = clearanceEvents(
    { paid, agreement_signed: wereSigned },
    { paid, agreement_signed: areSigned },
    'signature',
  );
  for (const type of events) {
    if (type !== 'invoice.paid') await ctx.emit({ type, appointment_id });
  }
}

/**
 * Marks an agreement signed if everyone required has signed, and returns whether it did so now. The caller has locked
 * the agreement and its appointment.
 */
export async function markComplete(ctx: WriteCtx, open: LoadedAgreement): Promise<boolean> {
  // A concurrent change of the required signers either waits for us and sees our signature, or we wait and apply the
  // new rule.
  await mine(ctx, 'companies').select('subscriber_id').forShare().execute();
  // Read again: the company may have changed the required signers while this transaction waited for the lock.
  const now = { ...open, company: await getCompany(ctx) };
  if (!isComplete(now, await store.signaturesOf(ctx, [open.row.id]))) return false;
  if (!(await store.markSigned(ctx, open.row.id))) return false;
  await addEvidence(ctx, open.row.id, [{ what: 'completed', data: {} }]);
  return true;
}
