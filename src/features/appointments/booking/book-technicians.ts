import { addMinutes, type Instant } from '#domain/base/time.ts';
import { type Overrule, parseOverrule, type SentOverrule } from '#features/availability/overrule.ts';
import {
  claimTime as claimTechnicianTime,
  releaseTechnicianBookings,
  saveTechnicianBookings,
  type TimeClaim,
} from '#features/availability/technician-bookings.ts';
import type { WriteCtx } from '#server/context.ts';
import { type RequestedPerson, techniciansOf } from './people.ts';
import type { SubEventValues } from './read-payload.ts';

/** A time range of a technician taken by an appointment or one of its sub-events. */
export interface AppointmentTimeRange {
  technician_id: string;
  start: Instant;
  end: Instant;
  appointment_event_id: string | null;
}

/** Returns the time ranges an appointment takes: the whole of it for each technician, plus one per sub-event. */
export function appointmentTimeRanges(
  at: Instant,
  minutes: number,
  people: readonly RequestedPerson[],
  subEvents: readonly SubEventValues[],
  eventIds: readonly string[],
): AppointmentTimeRange[] {
  const end = addMinutes(at, minutes);
  return [
    ...techniciansOf(people).map((technician_id) => ({
      technician_id,
      start: at,
      end,
      appointment_event_id: null,
    })),
    ...subEvents.flatMap((event, i) =>
      event.inspector_id === null
        ? []
        : [
            {
              technician_id: event.inspector_id,
              start: event.start_date,
              end: event.end_date,
              appointment_event_id: eventIds[i] ?? null,
            },
          ],
    ),
  ];
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
  overrule: false | SentOverrule | null | undefined,
  technicianIds: readonly string[],
): Overrule | null {
  if (!overrule) return null;
  ctx.requireCapability('edit_appointment', { assigned_technician_ids: technicianIds });
  return parseOverrule(ctx.requireUser().userId, overrule);
}
