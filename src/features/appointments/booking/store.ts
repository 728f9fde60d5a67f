import type { InsertObject, Updateable } from 'kysely';
import type { FeeLine } from '#domain/pricing/pricing-types.ts';
import type { WriteCtx } from '#server/context.ts';
import { deleteMine, insertMine, updateMine } from '#server/db/scope.ts';
import type { DB } from '#server/db/tables.ts';
import { newId } from '#server/ids.ts';
import type { RequestedPerson } from './people.ts';
import type { SubEventValues } from './read-payload.ts';

type NewAppointmentRow = Omit<InsertObject<DB, 'appointments'>, 'subscriber_id'>;

/** Inserts the row of a new appointment. */
export async function insertAppointment(ctx: WriteCtx, row: NewAppointmentRow): Promise<void> {
  await insertMine(ctx, 'appointments', row).execute();
}

/**
 * Changes an appointment that is still at the revision of `before`, and increments it. Returns false if it was changed
 * or deleted since.
 */
export async function updateAtRev(
  ctx: WriteCtx,
  before: { id: string; rev: number },
  values: Updateable<DB['appointments']>,
): Promise<boolean> {
  const saved = await updateMine(ctx, 'appointments')
    .set({ ...values, rev: before.rev + 1, updated_at: ctx.now })
    .where('id', '=', before.id)
    .where('rev', '=', before.rev)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return saved !== undefined;
}

/** Replaces the services and add-ons of an appointment. */
export async function replaceServices(
  ctx: WriteCtx,
  appointmentId: string,
  services: readonly { id: string; name: string; add_ons: readonly { id: string; name: string }[] }[],
): Promise<void> {
  await clear(ctx, 'appointment_addons', appointmentId);
  await clear(ctx, 'appointment_services', appointmentId);
  if (services.length === 0) return;
  const own = { appointment_id: appointmentId };
  await insertMine(
    ctx,
    'appointment_services',
    services.map((s, position) => ({ ...own, service_id: s.id, name: s.name, position })),
  ).execute();
  const addOns = services.flatMap((s) =>
    s.add_ons.map((a) => ({ ...own, service_id: s.id, add_on_id: a.id, name: a.name })),
  );
  if (addOns.length === 0) return;
  await insertMine(
    ctx,
    'appointment_addons',
    addOns.map((a, position) => ({ ...a, position })),
  ).execute();
}

/** Replaces the fee lines of an appointment; existing lines keep their id. */
export async function replaceFees(
  ctx: WriteCtx,
  appointmentId: string,
  lines: readonly FeeLine[],
  knownIds: readonly string[],
): Promise<void> {
  await clear(ctx, 'appointment_fees', appointmentId);
  if (lines.length === 0) return;
  const used = new Set<string>();
  const idOf = (line: FeeLine) => {
    const id = line.id && knownIds.includes(line.id) && !used.has(line.id) ? line.id : newId();
    used.add(id);
    return id;
  };
  await insertMine(
    ctx,
    'appointment_fees',
    lines.map((line, position) => ({
      appointment_id: appointmentId,
      id: idOf(line),
      service_id: line.serviceId,
      add_on_id: line.addOnId,
      discount_code_id: line.discountCodeId,
      line_item: line.line_item,
      pricing_details: line.pricing_details,
      pretax_cents: line.pretax_cents,
      tax_cents: line.tax_cents,
      taxes: JSON.stringify(line.taxes),
      tax_description: line.tax_description,
      notes_for_client_invoice: line.notes_for_client_invoice,
      duration_minutes: line.duration_minutes,
      is_tax_manual: line.is_tax_manual,
      position,
    })),
  ).execute();
}

/** Adds people; `from` is the position of the first one. */
export async function addPeople(
  ctx: WriteCtx,
  appointmentId: string,
  people: readonly RequestedPerson[],
  from = 0,
): Promise<void> {
  if (people.length === 0) return;
  await insertMine(
    ctx,
    'appointment_people',
    people.map((person, i) => ({
      appointment_id: appointmentId,
      id: newId(),
      ...person,
      position: from + i,
    })),
  ).execute();
}

/** Removes a person in a role from an appointment; the personal link is deleted with the row. */
export async function removePerson(
  ctx: WriteCtx,
  appointmentId: string,
  role: string,
  personId: string,
): Promise<void> {
  await deleteMine(ctx, 'appointment_people')
    .where('appointment_id', '=', appointmentId)
    .where('role', '=', role)
    .where('person_id', '=', personId)
    .execute();
}

/** Shows or hides a technician and sets the position. */
export async function updateTechnicianPlacement(
  ctx: WriteCtx,
  appointmentId: string,
  person: RequestedPerson,
  position: number,
): Promise<void> {
  await updateMine(ctx, 'appointment_people')
    .set({ invisible: person.invisible, position })
    .where('appointment_id', '=', appointmentId)
    .where('role', '=', person.role)
    .where('person_id', '=', person.person_id)
    .execute();
}

/** Replaces the report templates of an appointment. */
export async function replaceTemplates(
  ctx: WriteCtx,
  appointmentId: string,
  templateIds: readonly string[],
): Promise<void> {
  await clear(ctx, 'appointment_templates', appointmentId);
  if (templateIds.length === 0) return;
  await insertMine(
    ctx,
    'appointment_templates',
    templateIds.map((template_id, position) => ({
      appointment_id: appointmentId,
      template_id,
      position,
    })),
  ).execute();
}

/** Adds a sub-event and returns its id. */
export async function addSubEvent(
  ctx: WriteCtx,
  appointmentId: string,
  event: SubEventValues,
): Promise<string> {
  const id = newId();
  await insertMine(ctx, 'appointment_events', { appointment_id: appointmentId, ...event, id }).execute();
  return id;
}

/** Replaces the values of a sub-event. */
export async function changeSubEvent(ctx: WriteCtx, event: SubEventValues & { id: string }): Promise<void> {
  const { id, ...values } = event;
  await updateMine(ctx, 'appointment_events').set(values).where('id', '=', id).execute();
}

/** Deletes a sub-event. */
export async function removeSubEvent(ctx: WriteCtx, id: string): Promise<void> {
  await deleteMine(ctx, 'appointment_events').where('id', '=', id).execute();
}

/** Adds internal notes as the signed-in user. */
export async function addNotes(
  ctx: WriteCtx,
  appointmentId: string,
  texts: readonly string[],
): Promise<void> {
  const filled = texts.map((text) => text.trim()).filter((text) => text !== '');
  if (filled.length === 0) return;
  await insertMine(
    ctx,
    'internal_notes',
    filled.map((text) => ({
      appointment_id: appointmentId,
      id: newId(),
      text,
      created_by: ctx.actor?.userId ?? ctx.subscriberId,
      created_at: ctx.now,
    })),
  ).execute();
}

async function clear(
  ctx: WriteCtx,
  table: 'appointment_services' | 'appointment_addons' | 'appointment_fees' | 'appointment_templates',
  appointmentId: string,
): Promise<void> {
  await deleteMine(ctx, table as 'appointment_services')
    .where('appointment_id', '=', appointmentId)
    .execute();
}
