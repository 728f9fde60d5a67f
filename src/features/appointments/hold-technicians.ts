import { sql } from 'kysely';
import { asInstant, type Instant } from '#domain/time.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { AppError } from '#wire/errors.ts';

/** A stretch of a technician's time that an appointment, or one of its sub-events, takes. */
export interface Stretch {
  technician_id: string;
  start: Instant;
  end: Instant;
  appointment_event_id: string | null;
}

/** Something that stands in the way of a technician. */
export interface Conflict {
  technician_id: string;
  kind: 'appointment' | 'event';
  title: string;
  start: Instant;
  end: Instant;
}

const slotTaken = 'This time slot is no longer available';

/**
 * Looks whether these stretches are free and keeps others from taking them until the caller commits: two who want the same
 * technician at once come one after the other. What is occupied is CONFLICT, unless `overruledBy` books it nevertheless;
 * then the conflicts are given back.
 */
export async function claimTime(
  ctx: WriteCtx,
  stretches: readonly Stretch[],
  exceptAppointmentId: string | null,
  overruledBy: string | null,
): Promise<Conflict[]> {
  await lockTechnicians(ctx, stretches);
  const conflicts = await findConflicts(ctx, stretches, exceptAppointmentId);
  if (conflicts.length > 0 && overruledBy === null) throw occupied(conflicts);
  return conflicts;
}

/**
 * Gives an appointment exactly these stretches, which were claimed before. What was overruled is stored as shared, with who
 * and when; for all else the constraint of the table has the last word.
 */
export async function holdTechnicians(
  ctx: WriteCtx,
  appointmentId: string,
  stretches: readonly Stretch[],
  overruled: { conflicts: readonly Conflict[]; by: string | null },
): Promise<void> {
  await freeTechnicians(ctx, appointmentId);
  if (stretches.length === 0) return;
  const isShared = (stretch: Stretch) =>
    overruled.conflicts.some(
      (c) => c.technician_id === stretch.technician_id && c.start < stretch.end && stretch.start < c.end,
    );
  try {
    await ctx.db
      .insertInto('technician_bookings')
      .values(
        stretches.map((stretch) => ({
          subscriber_id: ctx.subscriberId,
          id: newId(),
          technician_id: stretch.technician_id,
          appointment_id: appointmentId,
          appointment_event_id: stretch.appointment_event_id,
          during: sql<string>`tstzrange(${stretch.start}, ${stretch.end})`,
          exclusive: !isShared(stretch),
          overruled_by: isShared(stretch) ? overruled.by : null,
          overruled_at: isShared(stretch) ? ctx.now : null,
        })),
      )
      .execute();
  } catch (error) {
    if ((error as { code?: string }).code === '23P01') throw occupied([]);
    throw error;
  }
}

/** Gives back all time an appointment takes. */
export async function freeTechnicians(ctx: WriteCtx, appointmentId: string): Promise<void> {
  await ctx.db
    .deleteFrom('technician_bookings')
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('appointment_id', '=', appointmentId)
    .execute();
}

/** What other appointments and sub-events stand in the way, earliest first. The appointment itself never does. */
export async function findConflicts(
  ctx: ReadCtx | WriteCtx,
  stretches: readonly Pick<Stretch, 'technician_id' | 'start' | 'end'>[],
  exceptAppointmentId: string | null,
): Promise<Conflict[]> {
  if (stretches.length === 0) return [];
  let query = mine(ctx, 'technician_bookings')
    .innerJoin('appointments as a', (on) =>
      on
        .onRef('a.subscriber_id', '=', 'technician_bookings.subscriber_id')
        .onRef('a.id', '=', 'technician_bookings.appointment_id'),
    )
    .leftJoin('appointment_events as e', (on) =>
      on
        .onRef('e.subscriber_id', '=', 'technician_bookings.subscriber_id')
        .onRef('e.id', '=', 'technician_bookings.appointment_event_id'),
    )
    .where('technician_bookings.exclusive', '=', true)
    .where((eb) =>
      eb.or(
        stretches.map((s) =>
          eb.and([
            eb('technician_bookings.technician_id', '=', s.technician_id),
            sql<boolean>`technician_bookings.during && tstzrange(${s.start}, ${s.end})`,
          ]),
        ),
      ),
    );
  if (exceptAppointmentId)
    query = query.where('technician_bookings.appointment_id', '<>', exceptAppointmentId);
  const rows = await query
    .select([
      'technician_bookings.technician_id',
      'a.order_id',
      'a.address',
      'e.name as event_name',
      sql<string>`lower(technician_bookings.during)`.as('start'),
      sql<string>`upper(technician_bookings.during)`.as('end'),
    ])
    .orderBy(sql`lower(technician_bookings.during)`)
    .limit(50)
    .execute();
  return rows.map((row) => ({
    technician_id: row.technician_id,
    kind: row.event_name === null ? 'appointment' : 'event',
    title: row.event_name ?? [row.order_id, row.address].filter(Boolean).join(' · '),
    start: asInstant(row.start),
    end: asInstant(row.end),
  }));
}

/** The lock ends with the transaction. Always in the same order, so that two who book several technicians never deadlock. */
async function lockTechnicians(ctx: WriteCtx, stretches: readonly Stretch[]): Promise<void> {
  for (const id of [...new Set(stretches.map((s) => s.technician_id))].sort()) {
    await sql`select pg_advisory_xact_lock(hashtext(${ctx.subscriberId}), hashtext(${id}))`.execute(ctx.db);
  }
}

function occupied(conflicts: readonly Conflict[]): AppError {
  return new AppError('CONFLICT', slotTaken, { conflicts });
}
