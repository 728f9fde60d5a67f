import { clearanceEvents } from '#domain/payments/payments.ts';
import type { WriteCtx } from '#server/context.ts';
import { areAllSigned, loadAgreement } from '../load-agreement.ts';
import { sealAgreement } from '../sealing/seal-agreement.job.ts';
import * as store from '../store.ts';
import { markComplete } from './complete-agreement.ts';

/**
 * A client left the appointment, or fewer signatures suffice: what waits for nobody any more is signed now, is sealed and
 * told of; with `isQuiet` nobody is told. Done twice it changes nothing; of an appointment that was deleted nothing is done.
 */
export async function completeRemaining(
  ctx: WriteCtx,
  appointmentId: string,
  { isQuiet = false }: { isQuiet?: boolean } = {},
): Promise<void> {
  if (!(await store.appointmentFacts(ctx, appointmentId))) return;
  const waiting = await lockWaiting(ctx, appointmentId);
  if (waiting.length === 0) return;
  const { paid } = await store.lockAppointment(ctx, appointmentId);
  const wereSigned = await areAllSigned(ctx, appointmentId);
  let isAnyNew = false;
  for (const row of waiting) {
    if (!(await markComplete(ctx, await loadAgreement(ctx, row)))) continue;
    isAnyNew = true;
    await ctx.enqueue(
      sealAgreement,
      { agreement_id: row.id, ...(isQuiet ? { is_quiet: true } : {}) },
      { key: row.id },
    );
  }
  if (!isAnyNew) return;
  const agreement_signed = await areAllSigned(ctx, appointmentId);
  const before = { paid, agreement_signed: wereSigned };
  for (const type of clearanceEvents(before, { paid, agreement_signed }, 'signature')) {
    if (type === 'agreements.completed') {
      await ctx.emit({ type, appointment_id: appointmentId, ...(isQuiet ? { notify: false } : {}) });
    } else if (type !== 'invoice.paid' && !isQuiet) {
      await ctx.emit({ type, appointment_id: appointmentId });
    }
  }
}

/**
 * What waits for signatures as it stands once nobody else holds it: one may have been declared void meanwhile. Agreements
 * before their appointment, as who signs takes them, so that nobody waits in a ring.
 */
async function lockWaiting(ctx: WriteCtx, appointmentId: string): Promise<store.AgreementRow[]> {
  const unsigned = (await store.listByAppointment(ctx, appointmentId)).filter(
    (row) => !row.signed && row.voided_at === null,
  );
  const locked: store.AgreementRow[] = [];
  for (const id of unsigned.map((row) => row.id).toSorted()) {
    const row = await store.lockInAppointment(ctx, appointmentId, { id });
    if (row && !row.signed && row.voided_at === null && row.real_content !== null) locked.push(row);
  }
  return locked;
}
