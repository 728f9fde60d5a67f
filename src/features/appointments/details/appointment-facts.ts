import { type Company, companyOf } from '#features/company/company-of.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import type { LoadedAppointment } from '../rows.ts';
import { loadAppointment } from './load-appointment.ts';
import { technicianIds } from './show-appointment.ts';

/** What rooms above need to know of an appointment. */
export interface AppointmentFacts {
  company: Company;
  appointment: LoadedAppointment;
  /** Also the invisible ones. */
  technicianIds: string[];
}

/** The appointment with its people, services and fees, and the company it belongs to; null when it is gone. */
export async function appointmentFacts(
  ctx: ReadCtx | WriteCtx,
  id: string,
): Promise<AppointmentFacts | null> {
  const appointment = await loadAppointment(ctx, id);
  if (!appointment) return null;
  return { company: await companyOf(ctx), appointment, technicianIds: technicianIds(appointment) };
}
