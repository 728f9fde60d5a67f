import type { Instant } from '#domain/base/time.ts';
import { type Overrule, parseOverrule, type SeenConflict } from '#features/availability/overrule.ts';
import {
  claimTime as claimTechnicianTime,
  releaseTechnicianBookings,
  saveTechnicianBookings,
  type TimeClaim,
} from '#features/availability/technician-bookings.ts';
import type { WriteCtx } from '#server/context.ts';

/** A time range of a technician taken by an appointment or one of its sub-events. */
export interface AppointmentTimeRange {
  technician_id: string;
  start: Instant;
  end: Instant;
  appointment_event_id: string | null;
}

/**
 * Checks that these ranges are free and locks them until the caller commits. Throws CONFLICT if one is taken, unless
 * `overrule` books it anyway; ranges this appointment already has are not claimed again.
 */
export function claimAppointmentTime(
  ctx: WriteCtx,
  ranges: readonly AppointmentTimeRange[],
  appointmentId: string | null,
  overrule: Overrule | null,
): Promise<TimeClaim> {
  return claimTechnicianTime(ctx, ranges, { kind: 'appointment', id: appointmentId }, { overrule });
}

/** Stores exactly these ranges, claimed before, for an appointment, and records a new override. */
export async function bookTechnicians(
  ctx: WriteCtx,
  appointmentId: string,
  ranges: readonly AppointmentTimeRange[],
  claim: TimeClaim,
): Promise<void> {
  await saveTechnicianBookings(ctx, { kind: 'appointment', id: appointmentId }, ranges, claim, (range) => ({
    appointment_event_id: range.appointment_event_id,
  }));
  const over = claim.conflicts.filter((conflict) => conflict.isNew);
  if (over.length === 0 || claim.overrule === null) return;
  await ctx.audit({
    action: 'overrule',
    entity: 'appointment',
    entity_id: appointmentId,
    after: {
      reason: claim.overrule.reason,
      over: over.map(({ isExclusive: _, isNew: __, ...conflict }) => conflict),
    },
  });
}

/** Releases all time an appointment takes. */
export function releaseTechnicians(ctx: WriteCtx, appointmentId: string): Promise<void> {
  return releaseTechnicianBookings(ctx, appointmentId);
}

/**
 * Returns who double-books and why, or null without an override. Throws unless the caller may edit that appointment.
 */
export function authorizeOverrule(
  ctx: WriteCtx,
  overrule: false | { reason: string; over?: readonly SeenConflict[] | null | undefined } | null | undefined,
  technicianIds: readonly string[],
): Overrule | null {
  if (!overrule) return null;
  ctx.requireCapability('edit_appointment', { assigned_technician_ids: technicianIds });
  return parseOverrule(ctx.requireUser().userId, overrule);
}
