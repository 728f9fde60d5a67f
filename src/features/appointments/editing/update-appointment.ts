import { addMinutes, asInstant } from '#domain/base/time.ts';
import { addAgreementCopies } from '#features/agreements/office/add-agreement-copies.ts';
import { removeAgreement } from '#features/agreements/office/change-agreements.ts';
import { remindersOf } from '#features/messages/notification-settings.ts';
import { readServiceChoices } from '#features/services/service-choices.ts';
import type { WriteCtx } from '#server/context.ts';
import { AppError, notFound } from '#wire/errors.ts';
import { setAttachmentFlags } from '../attachments/attachments.ts';
import {
  appointmentTimeRanges,
  authorizeOverrule,
  bookTechnicians,
  claimAppointmentTime,
} from '../booking/book-technicians.ts';
import { changeOrderId } from '../booking/order-id.ts';
import type { LocationValues, SubEventValues } from '../booking/read-payload.ts';
import * as store from '../booking/store.ts';
import type { AppointmentChanges } from '../booking-contract.ts';
import type { Appointment } from '../contract.ts';
import { loadAppointment } from '../details/load-appointment.ts';
import { assignedTechnicianIds, presentAppointmentForUser } from '../details/present-for-user.ts';
import { addressCompletedField, confirmationWantedKey, isAddressComplete } from '../present.ts';
import type { LoadedAppointment } from '../rows.ts';
import { staleAppointmentError } from '../status/change-status.ts';
import { checkChange, type ValidatedUpdate } from './check-change.ts';
import { areSameLines, changedServices } from './reprice.ts';

/**
 * Changes the sent fields of an appointment and returns the result. Throws CONFLICT with the current state on a stale
 * rev; the submit checks apply to the touched fields; a moved appointment claims its new time. With `pastIsFine` the
 * time may be in the past, to correct a record.
 */
export async function updateAppointment(
  ctx: WriteCtx,
  input: AppointmentChanges,
  options: { pastIsFine?: boolean } = {},
): Promise<Appointment> {
  const before = await loadAppointment(ctx, input.id);
  if (!before) throw notFound();
  ctx.requireCapability('edit_appointment', { assigned_technician_ids: assignedTechnicianIds(before) });
  if (input.rev !== undefined && input.rev !== before.rev) throw await staleAppointmentError(ctx, before.id);
  if (before.status === 'canceled') {
    throw new AppError('CONFLICT', 'A canceled appointment can’t be changed', { status: before.status });
  }
  const change = await checkChange(ctx, before, input, options);
  const fields = await save(ctx, change);
  await savePeople(ctx, change);
  const eventIds = await saveSubEvents(ctx, change);
  await saveTime(ctx, change, eventIds);
  await saveDocuments(ctx, change);
  await setAttachmentFlags(ctx, before.id, input.attachments);
  await emitChanged(ctx, change, fields);
  return presentAppointmentForUser(ctx, before.id);
}

/** Writes the row and returns the names of the changed fields. */
async function save(ctx: WriteCtx, change: ValidatedUpdate): Promise<string[]> {
  const { before, input, location, at, minutes, repriced } = change;
  const orderId = input.order_id?.trim();
  if (orderId && orderId !== before.order_id) await changeOrderId(ctx, before.id, orderId);
  const values = {
    ...location,
    ...(orderId ? { order_id: orderId } : {}),
    ...given('occupied', input.occupied),
    ...given('utilities_on', input.utilities_on),
    ...given('disable_automated_notifications', input.disable_automated_notifications),
    ...given('require_payment', input.require_payment),
    ...given('payment_notes', input.payment_notes?.trim()),
    ...given('inspection_notes', input.inspection_notes?.trim()),
    date_time: at,
    duration_minutes: minutes,
    end_time: addMinutes(at, minutes),
    ...repriced?.row,
  };
  const fields = Object.entries(values)
    .filter(([field, value]) => value !== (before as unknown as Record<string, unknown>)[field])
    .map(([field]) => field);
  const jsonValues = {
    ...(input.action_groups ? { action_groups: JSON.stringify(input.action_groups) } : {}),
    ...(await notificationSettings(ctx, before, input)),
  };
  const row = { ...values, ...jsonValues, ...repriced?.snapshot };
  if (!(await store.updateAtRev(ctx, before, row))) throw await staleAppointmentError(ctx, before.id);
  return [...fields, ...Object.keys(jsonValues)].filter((field) => field !== 'end_time');
}

function given<K extends string, V>(field: K, value: V | null | undefined): { [key in K]?: V } {
  return value === null || value === undefined ? {} : ({ [field]: value } as { [key in K]?: V });
}

/** Sent fields of reminders are changed, the others stay. */
async function notificationSettings(ctx: WriteCtx, before: LoadedAppointment, input: AppointmentChanges) {
  if (!input.notification_settings && typeof input.send_notifications !== 'boolean') return {};
  const old = (before.notification_settings ?? {}) as Record<string, unknown>;
  const send = input.send_notifications ?? old[confirmationWantedKey];
  return {
    notification_settings: JSON.stringify({
      ...(input.notification_settings ? await remindersOf(ctx, input.notification_settings, old) : old),
      ...(send === undefined ? {} : { [confirmationWantedKey]: send }),
    }),
  };
}

/** People who stay keep their row and so their personal link. */
async function savePeople(ctx: WriteCtx, { before, people, roles }: ValidatedUpdate): Promise<void> {
  const appointment_id = before.id;
  for (const { role, person_id } of before.people) {
    if (!roles.has(role) || people.some((p) => p.role === role && p.person_id === person_id)) continue;
    await store.removePerson(ctx, before.id, role, person_id);
    await ctx.emit({ type: 'person.unassigned', appointment_id, role, person_id });
  }
  for (const [position, person] of people.entries()) {
    const { role, person_id } = person;
    if (before.people.some((b) => b.role === role && b.person_id === person_id)) {
      await store.updateTechnicianPlacement(ctx, before.id, person, position);
    } else {
      await store.addPeople(ctx, before.id, [person], position);
      await ctx.emit({ type: 'person.assigned', appointment_id, role, person_id });
    }
  }
}

/** Saves the sub-events and returns all their ids in the order sent. */
async function saveSubEvents(ctx: WriteCtx, { before, subEvents }: ValidatedUpdate): Promise<string[]> {
  if (subEvents === null) return before.sub_events.map((e) => e.id);
  const appointment_id = before.id;
  for (const old of before.sub_events) {
    if (subEvents.some((e) => e.id === old.id)) continue;
    await store.removeSubEvent(ctx, old.id);
    const { id: sub_event_id, name, description, inspector_id } = old;
    await ctx.emit({
      ...{ type: 'sub_event.deleted', appointment_id, sub_event_id, name, description, inspector_id },
      ...{ start_date: asInstant(old.start_date), end_date: asInstant(old.end_date) },
    });
  }
  const ids: string[] = [];
  for (const event of subEvents) {
    const { id } = event;
    if (id === null) {
      ids.push(await store.addSubEvent(ctx, before.id, event));
      await ctx.emit({ type: 'sub_event.created', appointment_id, sub_event_id: ids.at(-1) ?? '' });
      continue;
    }
    ids.push(id);
    await store.changeSubEvent(ctx, { ...event, id });
    const old = before.sub_events.find((e) => e.id === id);
    if (old && !isSameEvent(old, event))
      await ctx.emit({ type: 'sub_event.updated', appointment_id, sub_event_id: id });
  }
  return ids;
}

function isSameEvent(old: LoadedAppointment['sub_events'][number], now: SubEventValues): boolean {
  const isSameTime = asInstant(old.start_date) === now.start_date && asInstant(old.end_date) === now.end_date;
  const isSameText = old.name === now.name && old.description === now.description;
  return isSameTime && isSameText && old.inspector_id === now.inspector_id;
}

/** Claims the time again if start, duration, technicians or sub-events changed. */
async function saveTime(ctx: WriteCtx, change: ValidatedUpdate, eventIds: readonly string[]): Promise<void> {
  const { before, at, minutes, people, roles, subEvents } = change;
  const isMoved = at !== asInstant(before.date_time) || minutes !== before.duration_minutes;
  if (!isMoved && !roles.has('inspector') && subEvents === null) return;
  const inspectors = roles.has('inspector') ? people : before.people;
  const events =
    subEvents ??
    before.sub_events.map((e) => ({
      ...e,
      start_date: asInstant(e.start_date),
      end_date: asInstant(e.end_date),
    }));
  const ranges = appointmentTimeRanges(at, minutes, inspectors, events, eventIds);
  const overrule = authorizeOverrule(
    ctx,
    change.input.overrule,
    assignedTechnicianIds({ people: before.people }),
  );
  const claim = await claimAppointmentTime(ctx, ranges, before.id, overrule);
  await bookTechnicians(ctx, before.id, ranges, claim);
}

/** Saves services and fees as priced, templates and agreements as sent. A signed agreement stays. */
async function saveDocuments(ctx: WriteCtx, { before, input, repriced }: ValidatedUpdate): Promise<void> {
  if (repriced) {
    if (repriced.services) await store.replaceServices(ctx, before.id, repriced.services);
    await store.replaceFees(
      ctx,
      before.id,
      repriced.lines,
      before.fees.map((f) => f.id),
    );
  }
  if (input.templates) await store.replaceTemplates(ctx, before.id, [...new Set(input.templates)]);
  if (!input.agreements) return;
  const bound = before.agreements.filter((a) => a.voided_at === null);
  const wanted = [...new Set(input.agreements)];
  const added = wanted.filter((id) => !bound.some((a) => a.template_id === id));
  await addAgreementCopies(ctx, before.id, added, { isLater: true });
  for (const copy of bound) {
    if (copy.signed || copy.template_id === null || wanted.includes(copy.template_id)) continue;
    await removeAgreement(ctx, { id: before.id, agreementId: copy.id });
  }
}

async function emitChanged(
  ctx: WriteCtx,
  change: ValidatedUpdate,
  changed: readonly string[],
): Promise<void> {
  const { before, input, at, repriced } = change;
  const appointment_id = before.id;
  const fields = [...changed];
  if (input.templates) fields.push('templates');
  const isComplete = isAddressComplete({ ...before, ...withoutEmpty(change.location) });
  if (!isAddressComplete(before) && isComplete && before.status === 'scheduled')
    fields.push(addressCompletedField);
  if (fields.length > 0) await ctx.emit({ type: 'appointment.changed', appointment_id, fields });
  const old = asInstant(before.date_time);
  if (at !== old) {
    await ctx.emit({
      type: 'appointment.rescheduled',
      appointment_id,
      old_date_time: old,
      new_date_time: at,
    });
  }
  if (!repriced) return;
  const services = repriced.services ? changedServices(before, readServiceChoices(repriced.services)) : null;
  if (services) await ctx.emit({ type: 'appointment.services_changed', appointment_id, ...services });
  const { oldTotal, newTotal } = repriced;
  // Even if nothing differs: the invoice decides again what is paid.
  await ctx.emit({
    ...{ type: 'appointment.priced', appointment_id, old_total_cents: oldTotal, new_total_cents: newTotal },
    ...(areSameLines(before.fees, repriced.lines) ? { is_same: true } : {}),
  });
}

function withoutEmpty(
  values: LocationValues,
): Partial<Pick<LoadedAppointment, 'address' | 'state' | 'zip_code'>> {
  const { address, state, zip_code } = values;
  return { ...given('address', address), ...given('state', state), ...given('zip_code', zip_code) };
}
