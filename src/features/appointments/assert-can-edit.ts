import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';

/**
 * Returns the technicians of an appointment, including hidden ones. Throws NOT_FOUND if it is deleted or another
 * company's.
 */
export async function getAppointmentTechnicianIds(
  ctx: ReadCtx | WriteCtx,
  appointmentId: string,
): Promise<string[]> {
  const rows = await mine(ctx, 'appointments')
    .leftJoin('appointment_people as p', (on) =>
      on
        .onRef('p.subscriber_id', '=', 'appointments.subscriber_id')
        .onRef('p.appointment_id', '=', 'appointments.id')
        .on('p.role', '=', 'inspector'),
    )
    .where('appointments.id', '=', appointmentId)
    .where('appointments.deleted_at', 'is', null)
    .select('p.person_id')
    .execute();
  if (rows.length === 0) throw notFound();
  return rows.flatMap((row) => (row.person_id === null ? [] : [row.person_id]));
}

/** Throws unless the caller may edit this appointment: office users, or a technician assigned to it. */
export async function assertCanEditAppointment(
  ctx: ReadCtx | WriteCtx,
  appointmentId: string,
): Promise<void> {
  ctx.requireCapability('edit_appointment', {
    assigned_technician_ids: await getAppointmentTechnicianIds(ctx, appointmentId),
  });
}
