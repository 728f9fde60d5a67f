import { sql } from 'kysely';
import {
  addMinutes,
  asInstant,
  formatWithOffset,
  type Instant,
  minutesBetween,
  parseInstantOrLocal,
} from '#domain/base/time.ts';
import { allows } from '#domain/people/permissions.ts';
import type { Place } from '#domain/scheduling/travel.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { deleteMine, insertMine, mine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { badInput } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type { TechnicianTimeRange } from './booking-conflict.ts';
import type * as contract from './contract.ts';
import type { Hold } from './contract.ts';
import * as store from './store.ts';
import { claimTime, timeTakenError, toTstzRange } from './technician-bookings.ts';

/** How long a time is held while a booking is being completed. */
const holdMinutes = 10;

/**
 * Holds a technician's time for the member against everyone else. It expires automatically; booking the time consumes
 * it.
 */
export async function holdSlot(ctx: WriteCtx, input: HandlerInput<typeof contract.holdSlot>): Promise<Hold> {
  if (!allows(ctx.requireUser(), 'can_schedule_new')) ctx.requireCapability('edit_appointment');
  const { timezone, settings } = await getCompany(ctx);
  const start = parseInstantOrLocal(input.date_time, timezone);
  if (start === null) throw badInput({ date_time: 'Date needs to be valid' });
  if (start <= ctx.now) throw badInput({ date_time: 'Date & Time needs to be future date' });
  if (!(await store.isTechnician(ctx, input.technician_id)))
    throw badInput({ technician_id: 'This person is not available' });
  if (input.inspections_id && !(await store.isAppointment(ctx, input.inspections_id)))
    throw badInput({ inspections_id: 'This appointment is not available' });
  const hours = input.duration ?? settings.default_duration;
  const range = {
    technician_id: input.technician_id,
    start,
    end: addMinutes(start, Math.round(hours * 60)),
  };
  if (input.replaces) await releaseSlot(ctx, { id: input.replaces });
  const { id, expiresAt } = await createHold(ctx, range, input.inspections_id ?? null);
  return {
    holdId: id,
    technician_id: range.technician_id,
    start: formatWithOffset(range.start, timezone),
    end: formatWithOffset(range.end, timezone),
    expiresAt,
    seconds: Math.round(minutesBetween(ctx.now, expiresAt) * 60),
  };
}

/**
 * Holds a time range for ten minutes; also for public pages, whose visitors are not users: they own the hold whose id
 * they know, and `replaces` releases their previous one. `place` is where the property is, if that is known.
 */
export async function createHold(
  ctx: WriteCtx,
  { place = null, ...range }: TechnicianTimeRange & { place?: Place | null },
  appointmentId: string | null,
  replaces: string | null = null,
): Promise<{ id: string; expiresAt: Instant }> {
  await claimTime(ctx, [range], { kind: 'appointment', id: appointmentId }, { holdId: replaces });
  const expiresAt = addMinutes(ctx.now, holdMinutes);
  const held_by = ctx.actor?.userId ?? null;
  return { id: await insertHold(ctx, range, { appointmentId, expiresAt, held_by, place }), expiresAt };
}

/**
 * Holds times that were proposed for an appointment until `expiresAt`, against everyone in the company as well. They do
 * not conflict with each other, and are released when the appointment's own time is booked or released.
 */
export async function holdProposedTimes(
  ctx: WriteCtx,
  ranges: readonly TechnicianTimeRange[],
  appointment: { id: string; place: Place | null },
  expiresAt: Instant,
): Promise<void> {
  await releaseProposedTimes(ctx, appointment.id);
  await claimTime(ctx, ranges, { kind: 'appointment', id: appointment.id });
  const { id: appointmentId, place } = appointment;
  for (const range of ranges)
    await insertHold(ctx, range, { appointmentId, expiresAt, held_by: null, place });
}

/** Releases the times held for an appointment's proposal. */
export async function releaseProposedTimes(ctx: WriteCtx, appointmentId: string): Promise<void> {
  await deleteMine(ctx, 'technician_bookings')
    .where('source_id', '=', appointmentId)
    .where('kind', '=', 'hold')
    .where('held_by', 'is', null)
    .execute();
}

async function insertHold(
  ctx: WriteCtx,
  range: TechnicianTimeRange,
  more: { appointmentId: string | null; expiresAt: Instant; held_by: string | null; place: Place | null },
): Promise<string> {
  const id = newId();
  try {
    await insertMine(ctx, 'technician_bookings', {
      id,
      kind: 'hold',
      technician_id: range.technician_id,
      // The hold of an appointment being moved does not conflict with it.
      source_id: more.appointmentId,
      during: toTstzRange(range),
      expires_at: more.expiresAt,
      held_by: more.held_by,
      lat: more.place?.lat ?? null,
      lng: more.place?.lng ?? null,
    }).execute();
  } catch (error) {
    if ((error as { code?: string }).code === '23P01') throw timeTakenError(ctx, []);
    throw error;
  }
  return id;
}

/** Releases a time the member held. */
export async function releaseSlot(ctx: WriteCtx, input: { id: string }): Promise<null> {
  await deleteMine(ctx, 'technician_bookings')
    .where('id', '=', input.id)
    .where('kind', '=', 'hold')
    .where('held_by', '=', ctx.requireUser().userId)
    .execute();
  return null;
}

/** Returns the live hold of a visitor with this id; undefined if there is none, or none any more. */
export async function findVisitorHold(
  ctx: ReadCtx | WriteCtx,
  id: string,
): Promise<{ technician_id: string; start: Instant } | undefined> {
  const row = await mine(ctx, 'technician_bookings')
    .where('id', '=', id)
    .where('kind', '=', 'hold')
    .where('held_by', 'is', null)
    .where('expires_at', '>', ctx.now)
    .select(['technician_id', sql<string>`lower(technician_bookings.during)`.as('start')])
    .executeTakeFirst();
  return row && { technician_id: row.technician_id, start: asInstant(row.start) };
}

/** Releases the hold of a visitor, who owns the hold whose id they know. Never touches a member's. */
export async function releaseVisitorHold(ctx: WriteCtx, id: string): Promise<void> {
  await deleteMine(ctx, 'technician_bookings')
    .where('id', '=', id)
    .where('kind', '=', 'hold')
    .where('held_by', 'is', null)
    .execute();
}
