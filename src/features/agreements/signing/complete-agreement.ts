import { clearanceEvents } from '#domain/payments/payments.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { addEvidence } from '../evidence.ts';
import { areAllSigned, isComplete, type LoadedAgreement } from '../load-agreement.ts';
import * as store from '../store.ts';

/**
 * After a signature: marks what is complete now and emits it, 15 when the last agreement was signed, 17 when it is paid as
 * well. The agreement's row is locked by the caller; the appointment's is locked here, so that two agreements signed at once
 * do not each take the other for unsigned.
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
 * Marks an agreement signed when everybody who must has signed; whether it became so now. The agreement and its appointment
 * are locked by the caller.
 */
export async function markComplete(ctx: WriteCtx, open: LoadedAgreement): Promise<boolean> {
  // Whoever changes what is asked for waits for us, and looks for what waited with our signature; or we wait, and judge by theirs.
  await mine(ctx, 'companies').select('subscriber_id').forShare().execute();
  // Read again: the company may have asked for other signers while this one stood in line.
  const now = { ...open, company: await getCompany(ctx) };
  if (!isComplete(now, await store.signaturesOf(ctx, [open.row.id]))) return false;
  if (!(await store.markSigned(ctx, open.row.id))) return false;
  await addEvidence(ctx, open.row.id, [{ what: 'completed', data: {} }]);
  return true;
}
