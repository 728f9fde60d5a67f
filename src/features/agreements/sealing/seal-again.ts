import type { WriteCtx } from '#server/context.ts';
import { updateMine } from '#server/db/scope.ts';
import { AppError, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import { requireAppointmentEdit } from '../require-appointment-edit.ts';
import type { sealAgain as contract } from '../seal-contract.ts';
import * as store from '../store.ts';
import { sealAgreement } from './seal-agreement.job.ts';

/**
 * Queues the sealed PDF of a signed agreement again. Requesting it twice queues it once; nothing is mailed twice. Throws
 * CONFLICT while signatures are missing.
 */
export async function sealAgain(ctx: WriteCtx, input: HandlerInput<typeof contract>): Promise<null> {
  await requireAppointmentEdit(ctx, input.id);
  const row = await store.lockInAppointment(ctx, input.id, { id: input.agreementId });
  if (!row) throw notFound();
  if (!row.signed) throw new AppError('CONFLICT', 'This agreement hasn’t been signed yet');
  if (row.sealed_file_id) return null;
  await updateMine(ctx, 'appointment_agreements')
    .set({ seal_problem: null })
    .where('id', '=', row.id)
    .execute();
  await ctx.enqueue(sealAgreement, { agreement_id: row.id }, { key: row.id });
  return null;
}
