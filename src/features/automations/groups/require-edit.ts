import { assertCanEditAppointment } from '#features/appointments/assert-can-edit.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';

/** Throws unless the caller may edit the company's groups (null) or the copies of this appointment. */
export async function requireEdit(ctx: ReadCtx | WriteCtx, appointmentId: string | null): Promise<void> {
  if (appointmentId === null) ctx.requireCapability('manage_automations');
  else await assertCanEditAppointment(ctx, appointmentId);
}
