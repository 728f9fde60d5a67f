import { asInstant, isBefore } from '#domain/base/time.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { jobType } from '#server/job-type.ts';

/**
 * Stores whether every report of the appointment is published. The last one completes a scheduled appointment, at
 * its end at the earliest; unpublishing one reopens a completed one.
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
  if (published && (await waitsForEnd(ctx, appointmentId))) return;
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

/** Completes a published appointment at its end; `complete-at-end.job.ts` handles it. */
export const completionAtEnd = jobType<{ appointment_id: string }>('appointments/complete-at-end');

/** Whether a scheduled appointment has not ended yet. It is completed then, if it is still published. */
async function waitsForEnd(ctx: WriteCtx, id: string): Promise<boolean> {
  const found = await mine(ctx, 'appointments')
    .where('id', '=', id)
    .where('status', '=', 'scheduled')
    .select('end_time')
    .executeTakeFirst();
  const runAt = found && asInstant(found.end_time);
  if (!runAt || !isBefore(ctx.now, runAt)) return false;
  await ctx.enqueue(completionAtEnd, { appointment_id: id }, { key: `complete:${id}`, runAt });
  return true;
}
