import type { Zone } from '#domain/base/time.ts';
import { allows } from '#domain/people/permissions.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { Installation, ReadCtx, WriteCtx } from '#server/context.ts';
import { personalUrl } from '#server/personal-links.ts';
import { notFound } from '#wire/errors.ts';
import type { Appointment } from '../contract.ts';
import { presentAppointment, type Viewer } from '../present.ts';
import type { LoadedAppointment, PersonRow } from '../rows.ts';
import { loadAppointment, loadAppointments } from './load-appointment.ts';

/** Returns the current appointment as the signed-in user sees it; throws NOT_FOUND if it is deleted. */
export async function presentAppointmentForUser(ctx: ReadCtx | WriteCtx, id: string): Promise<Appointment> {
  const row = await loadAppointment(ctx, id);
  if (!row) throw notFound();
  return presentLoadedForUser(ctx, row);
}

/**
 * Returns several current appointments as the signed-in user sees them, in the requested order, without deleted ones.
 */
export async function presentAppointmentsForUser(
  ctx: ReadCtx | WriteCtx,
  ids: readonly string[],
): Promise<Appointment[]> {
  const rows = await loadAppointments(ctx, ids);
  const { timezone } = await getCompany(ctx);
  return rows.map((row) => presentAppointment(row, viewerOf(ctx, row, timezone)));
}

/** Presents a loaded appointment to the signed-in user. */
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
    // Without a user this is system work (a job, the demo), which sees everything.
    seesPrices: actor === null || allows(actor, 'see_prices'),
    mayEdit: actor !== null && allows(actor, 'edit_appointment', subject),
    linkOf: (person, publicId) => personalLink(installation, person, publicId),
  };
}

/** Returns the technicians assigned to an appointment, including hidden ones. */
export function assignedTechnicianIds(row: Pick<LoadedAppointment, 'people'>): string[] {
  return row.people.filter((p) => p.role === 'inspector').map((p) => p.person_id);
}

/** Returns the page link of a client or agent on an appointment; null for people without a page (decisions T-43). */
function personalLink(
  installation: Installation,
  person: Pick<PersonRow, 'role' | 'row_id' | 'link_version'>,
  publicId: string,
): string | null {
  if (person.role === 'inspector' || person.role === 'contractor') return null;
  const { row_id: id, link_version } = person;
  return personalUrl(installation, `/client-view/${publicId}`, { id, link_version });
}
