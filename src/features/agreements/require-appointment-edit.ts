import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { notFound } from '#wire/errors.ts';
import * as store from './store.ts';

/** Goes on only for who may edit this appointment; NOT_FOUND when it is gone or another company's. */
export async function requireAppointmentEdit(ctx: ReadCtx | WriteCtx, appointmentId: string): Promise<void> {
  if (!(await store.appointmentFacts(ctx, appointmentId))) throw notFound();
  ctx.requireCapability('edit_appointment', {
    assigned_technician_ids: await store.technicianIds(ctx, appointmentId),
  });
}
