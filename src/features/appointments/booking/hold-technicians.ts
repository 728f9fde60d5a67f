import type { Instant } from '#domain/base/time.ts';
import { type Overrule, overruleOf, type SeenRival } from '#features/availability/overrules.ts';
import {
  type Claim,
  claimTime as claimTechnicianTime,
  freeTime,
  keepTime,
} from '#features/availability/technician-time.ts';
import type { WriteCtx } from '#server/context.ts';

/** A stretch of a technician's time that an appointment, or one of its sub-events, takes. */
export interface Stretch {
  technician_id: string;
  start: Instant;
  end: Instant;
  appointment_event_id: string | null;
}

/**
 * Looks whether these stretches are free and keeps others from taking them until the caller commits. What is occupied is
 * CONFLICT, unless `overrule` books it nevertheless; the time this appointment has already is not claimed anew.
 */
export function claimTime(
  ctx: WriteCtx,
  stretches: readonly Stretch[],
  appointmentId: string | null,
  overrule: Overrule | null,
): Promise<Claim> {
  return claimTechnicianTime(ctx, stretches, { kind: 'appointment', id: appointmentId }, { overrule });
}

/** Gives an appointment exactly these stretches, which were claimed before; a new overrule is written down as well. */
export async function holdTechnicians(
  ctx: WriteCtx,
  appointmentId: string,
  stretches: readonly Stretch[],
  claim: Claim,
): Promise<void> {
  await keepTime(ctx, { kind: 'appointment', id: appointmentId }, stretches, claim, (stretch) => ({
    appointment_event_id: stretch.appointment_event_id,
  }));
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
export function freeTechnicians(ctx: WriteCtx, appointmentId: string): Promise<void> {
  return freeTime(ctx, appointmentId);
}

/** Who books over what is occupied, and why; null when nobody asks to. Only who may edit that appointment may. */
export function overruling(
  ctx: WriteCtx,
  overrule: false | { reason: string; over?: readonly SeenRival[] | null | undefined } | null | undefined,
  technicianIds: readonly string[],
): Overrule | null {
  if (!overrule) return null;
  ctx.must('edit_appointment', { assigned_technician_ids: technicianIds });
  return overruleOf(ctx.user().userId, overrule);
}
