import { asInstant, isBefore } from '#domain/base/time.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { completeRemaining } from './complete-remaining.ts';

/**
 * Rechecks every agreement with a signature that still waits for more, after the company has changed the required
 * signers (docs/decisions/0021). Uses one transaction per appointment, so that a concurrent signature or void waits for
 * only one of them. A repeat continues where it stopped.
 */
export async function completePendingAgreements(ctx: ActionCtx): Promise<void> {
  const rows = await ctx.read((r) =>
    mine(r, 'appointment_agreements')
      .innerJoin('appointments', (on) =>
        on
          .onRef('appointments.subscriber_id', '=', 'appointment_agreements.subscriber_id')
          .onRef('appointments.id', '=', 'appointment_agreements.appointment_id'),
      )
      .where('appointments.deleted_at', 'is', null)
      .where('signed', '=', false)
      .where('voided_at', 'is', null)
      .where('removed_at', 'is', null)
      // The first signature freezes the text.
      .where('real_content', 'is not', null)
      .select('appointment_id')
      .distinct()
      .orderBy('appointment_id')
      .execute(),
  );
  for (const { appointment_id } of rows)
    await ctx.tx((w) => completePendingForAppointment(w, appointment_id));
}

/** Rechecks one appointment: skips a canceled one, and sends no messages for one in the past. */
export async function completePendingForAppointment(ctx: WriteCtx, appointmentId: string): Promise<void> {
  const appointment = await mine(ctx, 'appointments')
    .where('id', '=', appointmentId)
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'canceled')
    .select('end_time')
    .executeTakeFirst();
  if (!appointment) return;
  const isQuiet = !isBefore(ctx.now, asInstant(appointment.end_time));
  await completeRemaining(ctx, appointmentId, { isQuiet });
}
