import type { Instant } from '#domain/base/time.ts';
import { type Overrule, parseOverrule, type SeenConflict } from '#features/availability/overrule.ts';
import {
  claimTime as claimTechnicianTime,
  releaseTechnicianBookings,
  saveTechnicianBookings,
  type TimeClaim,
} from '#features/availability/technician-bookings.ts';
import type { WriteCtx } from '#server/context.ts';

/** A stretch of a technician's time that an appointment, or one of its sub-events, takes. */
export interface AppointmentTimeRange {
  technician_id: string;
  start: Instant;
  end: Instant;
  appointment_event_id: string | null;
}

/**
 * Looks whether these stretches are free and keeps others from taking them until the caller commits. What is occupied is
 * CONFLICT, unless `overrule` books it nevertheless; the time this appointment has already is not claimed anew.
 */
export function claimAppointmentTime(
  ctx: WriteCtx,
  stretches: readonly AppointmentTimeRange[],
  appointmentId: string | null,
  overrule: Overrule | null,
): Promise<TimeClaim> {
  return claimTechnicianTime(ctx, stretches, { kind: 'appointment', id: appointmentId }, { overrule });
}

/** Gives an appointment exactly these stretches, which were claimed before; a new overrule is written down as well. */
export async function bookTechnicians(
  ctx: WriteCtx,
  appointmentId: string,
  stretches: readonly AppointmentTimeRange[],
  claim: TimeClaim,
): Promise<void> {
  await saveTechnicianBookings(
    ctx,
    { kind: 'appointment', id: appointmentId },
    stretches,
    claim,
    (stretch) => ({
      appointment_event_id: stretch.appointment_event_id,
    }),
  );
  const over = claim.conflicts.filter((conflict) => conflict.isNew);
  if (over.length === 0 || claim.overrule === null) return;
  await ctx.audit({
    action: 'overrule',
    entity: 'appointment',
    entity_id: appointmentId,
    after: {
      reason: claim.overrule.reason,
      over: over.map(({ isExclusive: _, isNew: __, ...rival }) => rival),
    },
  });
}

/** Gives back all time an appointment takes. */
export function releaseTechnicians(ctx: WriteCtx, appointmentId: string): Promise<void> {
  return releaseTechnicianBookings(ctx, appointmentId);
}

/** Who books over what is occupied, and why; null when nobody asks to. Only who may edit that appointment may. */
export function authorizeOverrule(
  ctx: WriteCtx,
  overrule: false | { reason: string; over?: readonly SeenConflict[] | null | undefined } | null | undefined,
  technicianIds: readonly string[],
): Overrule | null {
  if (!overrule) return null;
  ctx.requireCapability('edit_appointment', { assigned_technician_ids: technicianIds });
  return parseOverrule(ctx.requireUser().userId, overrule);
}
