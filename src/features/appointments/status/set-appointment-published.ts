import type { WriteCtx } from '#server/context.ts';
import { updateMine } from '#server/db/scope.ts';

/**
 * Stores whether every report of the appointment is published. The last one completes a scheduled appointment;
 * unpublishing one reopens a completed one.
 */
export async function setAppointmentPublished(
  ctx: WriteCtx,
  appointmentId: string,
  published: boolean,
): Promise<void> {
  await updateMine(ctx, 'appointments')
    .set({ published, updated_at: ctx.now })
    .where('id', '=', appointmentId)
    .execute();
  const [from, to] = published
    ? (['scheduled', 'completed'] as const)
    : (['completed', 'scheduled'] as const);
  const moved = await updateMine(ctx, 'appointments')
    .set((eb) => ({ status: to, rev: eb('rev', '+', 1) }))
    .where('id', '=', appointmentId)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst();
  if (!moved) return;
  await ctx.emit({
    type: published ? 'appointment.completed' : 'appointment.reopened',
    appointment_id: appointmentId,
  });
}
