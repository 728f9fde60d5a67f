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
import type * as slotsContract from './slots-contract.ts';
import type { Hold } from './slots-contract.ts';
import * as store from './store.ts';
import { claimTime, timeTakenError, toTstzRange } from './technician-bookings.ts';

/** How long a time is held while a booking is being completed. */
const holdMinutes = 10;

/**
 * Holds a technician's time for the member against everyone else. It expires automatically; booking the time consumes
 * it.
 */
export async function holdSlot(
  ctx: WriteCtx,
  input: HandlerInput<typeof slotsContract.holdSlot>,
): Promise<Hold> {
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

/** A time to hold, and what is known about it. */
type HoldRequest = TechnicianTimeRange & {
  /** Where the property is. */
  place?: Place | null;
  /** Keyed hash of a visitor's address, by which `findVisitorHolds` finds it. */
  visitor?: string | null;
  /** Instead of ten. */
  minutes?: number;
};

/**
 * Holds a time range for ten minutes; also for public pages, whose visitors are not users: they own the hold whose id
 * they know, and `replaces` releases their previous one.
 */
export async function createHold(
  ctx: WriteCtx,
  { place = null, visitor = null, minutes = holdMinutes, ...range }: HoldRequest,
  appointmentId: string | null,
  replaces: string | null = null,
): Promise<{ id: string; expiresAt: Instant }> {
  await claimTime(ctx, [range], { kind: 'appointment', id: appointmentId }, { holdId: replaces });
  const expiresAt = addMinutes(ctx.now, minutes);
  const held_by = ctx.actor?.userId ?? null;
  return {
    id: await insertHold(ctx, range, { appointmentId, expiresAt, held_by, place, visitor }),
    expiresAt,
  };
}

/** Returns the technicians of whose time visitors hold at least so many ranges. */
export async function findTechniciansHeldByVisitors(
  ctx: ReadCtx | WriteCtx,
  least: number,
): Promise<ReadonlySet<string>> {
  const rows = await mine(ctx, 'technician_bookings')
    .where('kind', '=', 'hold')
    .where('visitor', 'is not', null)
    .where('expires_at', '>', ctx.now)
    .groupBy('technician_id')
    .having((eb) => eb.fn.countAll(), '>=', least)
    .select('technician_id')
    .execute();
  return new Set(rows.map((row) => row.technician_id));
}

/** Returns when the live holds of visitors end, earliest first: of one visitor, or of a technician's time. */
export async function findVisitorHolds(
  ctx: ReadCtx | WriteCtx,
  of: { visitor: string } | { technician_id: string },
): Promise<Instant[]> {
  const [column, value] = 'visitor' in of ? ['visitor', of.visitor] : ['technician_id', of.technician_id];
  const rows = await mine(ctx, 'technician_bookings')
    .where('kind', '=', 'hold')
    .where('visitor', 'is not', null)
    .where(column as 'visitor' | 'technician_id', '=', value as string)
    .where('expires_at', '>', ctx.now)
    .select('expires_at')
    .orderBy('expires_at')
    .execute();
  return rows.flatMap(({ expires_at }) => (expires_at === null ? [] : [asInstant(expires_at)]));
}

/**
 * Holds times that were proposed for an appointment until `expiresAt`, against everyone in the company as well. They do
 * not conflict with each other, and stay until the request is decided or the appointment's time is released.
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

/** Returns the times held for an appointment's proposal. */
export async function listProposedHolds(
  ctx: ReadCtx | WriteCtx,
  appointmentId: string,
): Promise<TechnicianTimeRange[]> {
  const rows = await mine(ctx, 'technician_bookings')
    .where('source_id', '=', appointmentId)
    .where('kind', '=', 'hold')
    .where('held_by', 'is', null)
    .where('expires_at', '>', ctx.now)
    .select(['technician_id', sql<string>`lower(technician_bookings.during)`.as('start')])
    .select(sql<string>`upper(technician_bookings.during)`.as('end'))
    .execute();
  return rows.map(({ technician_id, start, end }) => ({
    technician_id,
    start: asInstant(start),
    end: asInstant(end),
  }));
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
  more: {
    appointmentId: string | null;
    expiresAt: Instant;
    held_by: string | null;
    place: Place | null;
    visitor?: string | null;
  },
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
      visitor: more.visitor ?? null,
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
