import { clearanceEvents } from '#domain/payments/payments.ts';
import type { WriteCtx } from '#server/context.ts';
import { areAllSigned, loadAgreement } from '../load-agreement.ts';
import { sealAgreement } from '../sealing/seal-agreement.job.ts';
import * as store from '../store.ts';
import { markComplete } from './complete-agreement.ts';

/**
 * After a client has left the appointment, or fewer signatures are required: marks agreements that wait for no one as
 * signed, seals them and emits their events; with `isQuiet` no one is notified. Repeating it changes nothing. Does
 * nothing for a deleted appointment.
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
    if (isQuiet) await store.sealQuietly(ctx, row.id);
    await ctx.enqueue(sealAgreement, { agreement_id: row.id }, { key: row.id });
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
 * Locks and returns the agreements that wait for signatures; one may have been declared void before we got the lock.
 * Locks agreements before their appointment, in the same order as signing, to avoid deadlocks.
 */
async function lockWaiting(ctx: WriteCtx, appointmentId: string): Promise<store.AgreementRow[]> {
  const unsigned = (await store.listByAppointment(ctx, appointmentId)).filter(
    (row) => !row.signed && row.voided_at === null,
  );
  const locked: store.AgreementRow[] = [];
  for (const id of unsigned.map((row) => row.id).toSorted()) {
    const row = await store.lockInAppointment(ctx, appointmentId, { id });
    if (row && !row.signed && row.voided_at === null && row.content_hash !== null) locked.push(row);
  }
  return locked;
}
