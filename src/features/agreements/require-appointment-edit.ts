import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { notFound } from '#wire/errors.ts';
import * as store from './store.ts';

/** Throws unless the user may edit this appointment; NOT_FOUND if it was deleted or belongs to another company. */
export async function requireAppointmentEdit(ctx: ReadCtx | WriteCtx, appointmentId: string): Promise<void> {
  if (!(await store.appointmentFacts(ctx, appointmentId))) throw notFound();
  ctx.requireCapability('edit_appointment', {
    assigned_technician_ids: await store.technicianIds(ctx, appointmentId),
  });
}
