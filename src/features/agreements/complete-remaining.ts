import { dealEvents } from '#domain/payments.ts';
import type { WriteCtx } from '#server/context.ts';
import { markComplete } from './complete-agreement.ts';
import { areAllSigned, around } from './open-agreement.ts';
import { sealAgreement } from './seal-agreement.job.ts';
import * as store from './store.ts';

/**
 * A client left the appointment, or fewer signatures suffice: what waits for nobody any more is signed now, is sealed and
 * told of. Done twice it changes nothing.
 */
export async function completeRemaining(ctx: WriteCtx, appointmentId: string): Promise<void> {
  const waiting = (await store.ofAppointment(ctx, appointmentId)).filter(
    (row) => !row.signed && row.voided_at === null && row.real_content !== null,
  );
  if (waiting.length === 0) return;
  const { paid } = await store.lockAppointment(ctx, appointmentId);
  const wereSigned = await areAllSigned(ctx, appointmentId);
  for (const { id } of waiting) {
    const row = await store.oneLocked(ctx, appointmentId, { id });
    if (row && (await markComplete(ctx, await around(ctx, row))))
      await ctx.enqueue(sealAgreement, { agreement_id: id }, { key: id });
  }
  const agreement_signed = await areAllSigned(ctx, appointmentId);
  const before = { paid, agreement_signed: wereSigned };
  for (const type of dealEvents(before, { paid, agreement_signed }, 'signature')) {
    if (type !== 'invoice.paid') await ctx.emit({ type, appointment_id: appointmentId });
  }
}
