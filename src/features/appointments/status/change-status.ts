import { asInstant } from '#domain/base/time.ts';
import type { AppointmentAction } from '#domain/scheduling/appointment-states.ts';
import type { SentOverrule } from '#features/availability/overrule.ts';
import { redeemDiscount, releaseDiscount } from '#features/services/discounts.ts';
import { requireConfirmation } from '#features/subscription/plan-limits.ts';
import type { WriteCtx } from '#server/context.ts';
import { AppError, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import {
  appointmentTimeRanges,
  authorizeOverrule,
  bookTechnicians,
  claimAppointmentTime,
  releaseTechnicians,
} from '../booking/book-technicians.ts';
import { clientsOf, type RequestedPerson, techniciansOf } from '../booking/people.ts';
import type * as contract from '../contract.ts';
import type { Appointment } from '../contract.ts';
import { loadAppointment } from '../details/load-appointment.ts';
import {
  assignedTechnicianIds,
  presentAppointmentForUser,
  presentLoadedForUser,
} from '../details/present-for-user.ts';
import type { LoadedAppointment } from '../rows.ts';
import { applyTransition, type StatusColumns } from './apply-transition.ts';
import { removeCancellationFees, settleCancellation } from './charge-cancellation.ts';

type Act = HandlerInput<typeof contract.confirmAppointment>;

/**
 * Confirms a requested appointment; an expired request must claim its time again. Never turns notifications off; sends
 * the confirmation unless declined. Throws LIMIT_REACHED if the company's plan allows no further one.
 */
export async function confirmAppointment(ctx: WriteCtx, input: Act): Promise<Appointment> {
  // First: afterwards it would count as confirmed itself.
  await requireConfirmation(ctx);
  const before = await move(ctx, input, 'confirm');
  await claimAgain(ctx, before, input.overrule);
  const send_notifications = input.send_notifications ?? !before.disable_automated_notifications;
  await ctx.emit({ type: 'appointment.scheduled', appointment_id: before.id, send_notifications });
  return presentAppointmentForUser(ctx, before.id);
}

/** Turns a scheduled appointment back into a request while it is in the future. */
export async function unconfirmAppointment(ctx: WriteCtx, input: Act): Promise<Appointment> {
  const before = await move(ctx, input, 'unconfirm');
  await ctx.emit({ type: 'appointment.unconfirmed', appointment_id: before.id });
  return presentAppointmentForUser(ctx, before.id);
}

/** Cancels an appointment and releases its technicians' time; payments are unaffected. */
export async function cancelAppointment(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.cancelAppointment>,
): Promise<Appointment> {
  const reason = input.reason ?? '';
  const before = await move(ctx, input, 'cancel', { canceled_at: ctx.now, cancel_reason: reason });
  const fees = input.fees ?? [];
  if (fees.length > 0) ctx.requireCapability('see_prices');
  await settleCancellation(ctx, before, { fees, credit_item: input.credit_item });
  const notify = input.notify ?? !before.disable_automated_notifications;
  await ctx.emit({ type: 'appointment.canceled', appointment_id: before.id, reason, notify });
  return presentAppointmentForUser(ctx, before.id);
}

/**
 * Restores a canceled appointment to its previous status and claims its time again. Throws CONFLICT if it has been
 * taken.
 */
export async function restoreAppointment(ctx: WriteCtx, input: Act): Promise<Appointment> {
  const before = await move(ctx, input, 'restore', { canceled_at: null, cancel_reason: '' });
  await claimAgain(ctx, before, input.overrule);
  // Canceling released the code's use; it may have been used up since.
  const user = { clientIds: clientsOf(before.people), appointmentId: before.id };
  if (before.discount_code_id && !(await redeemDiscount(ctx, before.discount_code_id, user))) {
    throw new AppError('CONFLICT', 'Discount code has reached its limit', {
      discount_code: 'Discount code has reached its limit',
    });
  }
  await removeCancellationFees(ctx, before);
  await ctx.emit({ type: 'appointment.restored', appointment_id: before.id });
  return presentAppointmentForUser(ctx, before.id);
}

/** Completes a scheduled appointment once every report is published or if it has none. */
export async function completeAppointment(ctx: WriteCtx, input: Act): Promise<Appointment> {
  const before = await move(ctx, input, 'complete');
  await ctx.emit({ type: 'appointment.completed', appointment_id: before.id });
  return presentAppointmentForUser(ctx, before.id);
}

/**
 * Deletes an appointment (the history remains): only canceled or requested ones without payments and signed agreements.
 */
export async function removeAppointment(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.removeAppointment>,
): Promise<null> {
  const before = await move(ctx, input, 'delete', { deleted_at: ctx.now });
  await releaseTechnicians(ctx, before.id);
  if (before.discount_code_id && before.status !== 'canceled')
    await releaseDiscount(ctx, before.discount_code_id);
  await ctx.audit({
    action: 'delete',
    entity: 'appointment',
    entity_id: before.id,
    before: { order_id: before.order_id },
  });
  await ctx.emit({ type: 'appointment.deleted', appointment_id: before.id });
  return null;
}

/** Applies a status change if the rules allow it; throws CONFLICT with their reason, or on a concurrent change. */
async function move(
  ctx: WriteCtx,
  input: { id: string; rev?: number | undefined },
  action: AppointmentAction,
  more: StatusColumns = {},
): Promise<LoadedAppointment> {
  const before = await loadAppointment(ctx, input.id);
  if (!before) throw notFound();
  ctx.requireCapability('edit_appointment', { assigned_technician_ids: assignedTechnicianIds(before) });
  if (input.rev !== undefined && input.rev !== before.rev) throw await staleAppointmentError(ctx, before.id);
  if (!(await applyTransition(ctx, before, action, more))) throw await staleAppointmentError(ctx, before.id);
  return before;
}

/** Builds the error for a change based on a stale revision, with the current state. */
export async function staleAppointmentError(ctx: WriteCtx, id: string): Promise<AppError> {
  const current = await loadAppointment(ctx, id);
  if (!current) return notFound();
  const message = 'This was changed by someone else in the meantime';
  return new AppError('CONFLICT', message, { current: await presentLoadedForUser(ctx, current) });
}

/** Claims the time of an appointment for its technicians and sub-events. Throws CONFLICT if one of them is busy. */
export async function claimAgain(
  ctx: WriteCtx,
  row: Pick<LoadedAppointment, 'id' | 'date_time' | 'duration_minutes' | 'sub_events'> & {
    people: readonly RequestedPerson[];
  },
  sent: SentOverrule | false | null | undefined,
): Promise<void> {
  const events = row.sub_events.map((e) => ({
    ...e,
    start_date: asInstant(e.start_date),
    end_date: asInstant(e.end_date),
  }));
  const ranges = appointmentTimeRanges(
    asInstant(row.date_time),
    row.duration_minutes,
    row.people,
    events,
    row.sub_events.map((e) => e.id),
  );
  const overrule = authorizeOverrule(ctx, sent, techniciansOf(row.people));
  const claim = await claimAppointmentTime(ctx, ranges, row.id, overrule);
  await bookTechnicians(ctx, row.id, ranges, claim);
}
