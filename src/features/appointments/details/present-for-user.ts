import type { Zone } from '#domain/base/time.ts';
import { allows } from '#domain/people/permissions.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { Installation, ReadCtx, WriteCtx } from '#server/context.ts';
import { createPersonalToken } from '#server/personal-links.ts';
import { notFound } from '#wire/errors.ts';
import type { Appointment } from '../contract.ts';
import { presentAppointment, type Viewer } from '../present.ts';
import type { LoadedAppointment, PersonRow } from '../rows.ts';
import { loadAppointment, loadAppointments } from './load-appointment.ts';

/** The appointment as the signed-in person sees it now; NOT_FOUND when it is gone. */
export async function presentAppointmentForUser(ctx: ReadCtx | WriteCtx, id: string): Promise<Appointment> {
  const row = await loadAppointment(ctx, id);
  if (!row) throw notFound();
  return presentLoadedForUser(ctx, row);
}

/** Several appointments as the signed-in person sees them now, in the order asked; those that are gone are left out. */
export async function presentAppointmentsForUser(
  ctx: ReadCtx | WriteCtx,
  ids: readonly string[],
): Promise<Appointment[]> {
  const rows = await loadAppointments(ctx, ids);
  const { timezone } = await getCompany(ctx);
  return rows.map((row) => presentAppointment(row, viewerOf(ctx, row, timezone)));
}

/** A loaded appointment as the signed-in person sees it. */
export async function presentLoadedForUser(
  ctx: ReadCtx | WriteCtx,
  row: LoadedAppointment,
): Promise<Appointment> {
  const { timezone } = await getCompany(ctx);
  return presentAppointment(row, viewerOf(ctx, row, timezone));
}

function viewerOf(ctx: ReadCtx | WriteCtx, row: LoadedAppointment, zone: Zone): Viewer {
  const { actor, installation } = ctx;
  const subject = { assigned_technician_ids: assignedTechnicianIds(row) };
  return {
    now: ctx.now,
    zone,
    // Without a person it is our own work (a job, the demo), which sees all.
    seesPrices: actor === null || allows(actor, 'see_prices'),
    mayEdit: actor !== null && allows(actor, 'edit_appointment', subject),
    linkOf: (person, publicId) => personalLink(installation, person, publicId),
  };
}

/** The technicians assigned to an appointment, also the invisible ones. */
export function assignedTechnicianIds(row: Pick<LoadedAppointment, 'people'>): string[] {
  return row.people.filter((p) => p.role === 'inspector').map((p) => p.person_id);
}

/** The page of an appointment as this client or agent opens it; null for those who have no page (decisions T-43). */
export function personalLink(
  installation: Installation,
  person: Pick<PersonRow, 'role' | 'row_id' | 'link_version'>,
  publicId: string,
): string | null {
  if (person.role === 'inspector' || person.role === 'contractor') return null;
  const token = createPersonalToken(installation, person.row_id, person.link_version);
  return `${installation.publicUrl}/client-view/${publicId}?p=${token}`;
}
