import { asInstant, isBefore } from '#domain/base/time.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { completeRemaining } from './complete-remaining.ts';

/**
 * The company asks for other signers than before: every agreement that has a signature and waited for more is looked at
 * again (docs/decisions/0021). An appointment at a time, so that who signs or voids meanwhile waits for one of them only; a
 * repeat goes on where it was.
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
      // The text is frozen by the first signature.
      .where('real_content', 'is not', null)
      .select('appointment_id')
      .distinct()
      .orderBy('appointment_id')
      .execute(),
  );
  for (const { appointment_id } of rows)
    await ctx.tx((w) => completePendingForAppointment(w, appointment_id));
}

/** The same for one appointment: one that is canceled is left as it is, of one that is over nobody hears. */
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
