import { type Company, getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import type { LoadedAppointment } from '../rows.ts';
import { loadAppointment } from './load-appointment.ts';
import { assignedTechnicianIds } from './present-for-user.ts';

/** What features on higher layers need to know about an appointment. */
export interface AppointmentContext {
  company: Company;
  appointment: LoadedAppointment;
  /** Includes hidden technicians. */
  technicianIds: string[];
}

/** Loads an appointment with its people, services, fees and company; null if it is deleted. */
export async function loadAppointmentContext(
  ctx: ReadCtx | WriteCtx,
  id: string,
): Promise<AppointmentContext | null> {
  const appointment = await loadAppointment(ctx, id);
  if (!appointment) return null;
  return { company: await getCompany(ctx), appointment, technicianIds: assignedTechnicianIds(appointment) };
}
