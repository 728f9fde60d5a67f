import { addMinutes, asInstant, type Instant } from '#domain/base/time.ts';
import { appointmentTransition } from '#domain/scheduling/appointment-states.ts';
import type { SentOverrule } from '#features/availability/overrule.ts';
import type { WriteCtx } from '#server/context.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import { peopleProblems, type RequestedPerson, techniciansOf } from '../booking/people.ts';
import { addPeople, removePerson, updateAtRev } from '../booking/store.ts';
import { loadAppointment } from '../details/load-appointment.ts';
import { lockAppointment } from '../lock-appointment.ts';
import { stateChangeFacts } from '../present.ts';
import type { LoadedAppointment } from '../rows.ts';
import { claimAgain } from './change-status.ts';

/** When a request takes place, and with which technician. */
export interface RequestSchedule {
  at: Instant;
  technicianId: string;
  /** Double-books the technician. Only for members who may edit the appointment. */
  overrule?: SentOverrule | false | null | undefined;
  /** Mails the confirmation; by default unless the appointment's notifications are off. */
  sendsConfirmation?: boolean | undefined;
}

/**
 * Gives a request its time and technician and confirms it: for the office, and for a client who accepts what the office
 * proposed. The caller decides who may. Throws CONFLICT if it is no request any more or the technician is busy, and
 * BAD_USER_INPUT if the technician can't be booked.
 */
export async function scheduleRequest(
  ctx: WriteCtx,
  appointmentId: string,
  { at, technicianId, overrule, sendsConfirmation }: RequestSchedule,
): Promise<void> {
  await lockAppointment(ctx, appointmentId);
  const before = await loadAppointment(ctx, appointmentId);
  if (!before) throw notFound();
  const next = appointmentTransition(before.status, 'confirm', stateChangeFacts(before, ctx.now));
  if (!next.ok) throw new AppError('CONFLICT', next.message, { status: before.status });
  const technician: RequestedPerson = { role: 'inspector', person_id: technicianId, invisible: false };
  const { inspectors } = await peopleProblems(ctx, [technician], before.people);
  if (inspectors) throw badInput({ technician_id: inspectors });
  const { status, confirm_inspection } = next;
  const end_time = addMinutes(at, before.duration_minutes);
  await updateAtRev(ctx, before, { status, confirm_inspection, date_time: at, end_time });
  await assign(ctx, before, technician);
  const people = techniciansOf(before.people).includes(technicianId) ? before.people : [technician];
  await claimAgain(ctx, { ...before, date_time: at, people }, overrule);
  const appointment_id = before.id;
  // Nothing was scheduled before, so nothing was rescheduled.
  if (at !== asInstant(before.date_time))
    await ctx.emit({ type: 'appointment.changed', appointment_id, fields: ['date_time'] });
  const send_notifications = sendsConfirmation ?? !before.disable_automated_notifications;
  await ctx.emit({ type: 'appointment.scheduled', appointment_id, send_notifications });
}

/** Assigns the technician in place of others; if assigned already, the others stay as well. */
async function assign(
  ctx: WriteCtx,
  { id: appointment_id, people }: LoadedAppointment,
  technician: RequestedPerson,
): Promise<void> {
  const assigned = techniciansOf(people);
  if (assigned.includes(technician.person_id)) return;
  for (const person_id of assigned) {
    await removePerson(ctx, appointment_id, 'inspector', person_id);
    await ctx.emit({ type: 'person.unassigned', appointment_id, role: 'inspector', person_id });
  }
  await addPeople(ctx, appointment_id, [technician]);
  const { role, person_id } = technician;
  await ctx.emit({ type: 'person.assigned', appointment_id, role, person_id });
}
