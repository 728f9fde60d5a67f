import { allows } from '#domain/people/permissions.ts';
import { assertCanEditAppointment } from '#features/appointments/assert-can-edit.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';

/** Throws unless the caller may edit the company's groups (null) or the copies of this appointment. */
export async function requireEdit(ctx: ReadCtx | WriteCtx, appointmentId: string | null): Promise<void> {
  if (appointmentId === null) ctx.requireCapability('manage_automations');
  else await assertCanEditAppointment(ctx, appointmentId);
}

/** Throws unless the caller may edit them, or may choose among the company's groups for a new appointment. */
export async function requireRead(ctx: ReadCtx, appointmentId: string | null): Promise<void> {
  const mayChoose = appointmentId === null && allows(ctx.requireUser(), 'can_schedule_new');
  if (!mayChoose) await requireEdit(ctx, appointmentId);
}
