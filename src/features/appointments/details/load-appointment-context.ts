import { type Company, getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import type { LoadedAppointment } from '../rows.ts';
import { loadAppointment } from './load-appointment.ts';
import { assignedTechnicianIds } from './present-for-user.ts';

/** What rooms above need to know of an appointment. */
export interface AppointmentContext {
  company: Company;
  appointment: LoadedAppointment;
  /** Also the invisible ones. */
  technicianIds: string[];
}

/** The appointment with its people, services and fees, and the company it belongs to; null when it is gone. */
export async function loadAppointmentContext(
  ctx: ReadCtx | WriteCtx,
  id: string,
): Promise<AppointmentContext | null> {
  const appointment = await loadAppointment(ctx, id);
  if (!appointment) return null;
  return { company: await getCompany(ctx), appointment, technicianIds: assignedTechnicianIds(appointment) };
}
