import { type RawBuilder, sql } from 'kysely';
import { asInstant, type Instant } from '#domain/base/time.ts';
import { allows } from '#domain/people/permissions.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { lockKey } from '#server/db/key-locks.ts';
import { deleteMine, insertMine, mine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { AppError } from '#wire/errors.ts';
import type { BookingConflict, TechnicianTimeRange } from './booking-conflict.ts';
import { hasUnseenConflict, type Overrule } from './overrule.ts';

/** The owner of the claimed time: its existing bookings do not conflict with the claim. */
export type BookingOwner =
  | { kind: 'appointment'; id: string | null }
  | { kind: 'busy' | 'external'; id: string | null }
  | { kind: 'hold'; id: null };

/** Time that may be saved with `saveTechnicianBookings` until the caller commits. */
export interface TimeClaim {
  conflicts: readonly (BookingConflict & { isExclusive: boolean; isNew: boolean })[];
  overrule: Overrule | null;
  previous: readonly PreviousRow[];
}

interface PreviousRow extends TechnicianTimeRange {
  overruled_by: string | null;
  overruled_at: string | null;
  overrule_reason: string;
}

const slotTaken = 'This time slot is no longer available';
/** The maximum number of conflicts listed in an error; all of them are checked. */
const maxReported = 50;

/**
 * Claims time; every booking goes through here. Takes the technicians' locks, removes expired holds and requests (and
 * the caller's own holds in these ranges), then checks every row, including forced and imported ones. Throws CONFLICT
 * if time is taken, unless `overrule` books it anyway: over the conflicts it covers and no others. Time the owner
 * already has is not claimed again. `holdId` is the hold of a visitor, who is not a user: knowing the id means owning
 * it.
 */
export async function claimTime(
  ctx: WriteCtx,
  ranges: readonly TechnicianTimeRange[],
  owner: BookingOwner,
  options: { overrule?: Overrule | null; holdId?: string | null } = {},
): Promise<TimeClaim> {
  const ids = [...new Set(ranges.map((s) => s.technician_id))].sort();
  await lockTechnicians(ctx, ids);
  await removeExpired(ctx, ids, ranges, options.holdId ?? null);
  const previousRows = owner.id === null ? [] : await timeOf(ctx, owner.id);
  const found = await conflictingRows(ctx, ranges, owner.id);
  const conflicts = found.map((row) => ({ ...row, isNew: isNewFor(row, ranges, previousRows) }));
  const overrule = options.overrule ?? null;
  const newConflicts = conflicts.filter((row) => row.isNew);
  if (newConflicts.length > 0 && (overrule === null || hasUnseenConflict(overrule, newConflicts)))
    throw timeTakenError(ctx, newConflicts);
  return { conflicts, overrule, previous: previousRows };
}

/**
 * Saves exactly these ranges, claimed before, for the owner. Overrides are stored with who, when and why, and as
 * non-exclusive where they overlap others; for all other ranges the table's constraint enforces exclusivity.
 */
export async function saveTechnicianBookings<S extends TechnicianTimeRange>(
  ctx: WriteCtx,
  owner: { kind: BookingOwner['kind']; id: string },
  ranges: readonly S[],
  claim: TimeClaim,
  more: (range: S) => { appointment_event_id?: string | null; title?: string } = () => ({}),
): Promise<void> {
  await deleteMine(ctx, 'technician_bookings')
    .where((eb) => eb.or([eb('appointment_id', '=', owner.id), eb('source_id', '=', owner.id)]))
    // Times that are proposed stay held: a request that is edited is not decided yet.
    .where((eb) => eb.or([eb('kind', '<>', 'hold'), eb('held_by', 'is not', null)]))
    .execute();
  if (ranges.length === 0) return;
  const isAppointment = owner.kind === 'appointment';
  try {
    await insertMine(
      ctx,
      'technician_bookings',
      ranges.map((range) => ({
        id: newId(),
        kind: owner.kind,
        technician_id: range.technician_id,
        appointment_id: isAppointment ? owner.id : null,
        source_id: isAppointment ? null : owner.id,
        during: toTstzRange(range),
        ...more(range),
        ...overruledColumns(ctx, owner, range, claim),
      })),
    ).execute();
  } catch (error) {
    if ((error as { code?: string }).code === '23P01') throw timeTakenError(ctx, []);
    throw error;
  }
}

/** Releases all time of an appointment or calendar entry. */
export async function releaseTechnicianBookings(ctx: WriteCtx, ownerId: string): Promise<void> {
  await deleteMine(ctx, 'technician_bookings')
    .where((eb) => eb.or([eb('appointment_id', '=', ownerId), eb('source_id', '=', ownerId)]))
    .execute();
}

/** Returns the current conflicts, earliest first, as the reader may see them. The owner itself never conflicts. */
export async function findConflicts(
  ctx: ReadCtx | WriteCtx,
  ranges: readonly TechnicianTimeRange[],
  ownerId: string | null,
): Promise<BookingConflict[]> {
  const rows = await conflictingRows(ctx, ranges, ownerId);
  return rows.map(({ isExclusive: _, ...conflict }) => conflict);
}

/** Builds the error for taken time. Members see by what and when, the public does not. */
export function timeTakenError(ctx: ReadCtx | WriteCtx, conflicts: readonly BookingConflict[]): AppError {
  if (ctx.actor === null) return new AppError('CONFLICT', slotTaken, {});
  const reported = conflicts
    .slice(0, maxReported)
    .map(({ technician_id, kind, title, appointment_id, start, end }) => ({
      technician_id,
      kind,
      title,
      appointment_id,
      start,
      end,
    }));
  return new AppError('CONFLICT', slotTaken, { conflicts: reported });
}

/**
 * Locks technicians until the transaction ends. Always in the same order, so that concurrent bookings of several
 * technicians never deadlock.
 */
export async function lockTechnicians(ctx: WriteCtx, technicianIds: readonly string[]): Promise<void> {
  for (const id of technicianIds) {
    await lockKey(ctx.db, ctx.subscriberId, id);
  }
}

/** Builds a range of the column `during`. */
export function toTstzRange(range: { start: Instant; end: Instant }): RawBuilder<string> {
  return sql<string>`tstzrange(${range.start}, ${range.end})`;
}

async function removeExpired(
  ctx: WriteCtx,
  technicianIds: readonly string[],
  ranges: readonly TechnicianTimeRange[],
  holdId: string | null,
): Promise<void> {
  if (technicianIds.length === 0) return;
  const own = ctx.actor?.userId ?? null;
  await ctx.db
    .deleteFrom('technician_bookings as b')
    .where('b.subscriber_id', '=', ctx.subscriberId)
    .where('b.technician_id', 'in', technicianIds)
    .where((eb) =>
      eb.or([
        eb.and([eb('b.kind', '=', 'hold'), eb('b.expires_at', '<=', ctx.now)]),
        // Booking a time one holds consumes the hold.
        ...(own === null
          ? []
          : [eb.and([eb('b.kind', '=', 'hold'), eb('b.held_by', '=', own), overlapsAny(ranges)])]),
        ...(holdId === null
          ? []
          : [eb.and([eb('b.kind', '=', 'hold'), eb('b.id', '=', holdId), eb('b.held_by', 'is', null)])]),
        // An unconfirmed request blocks nothing once its time has passed (decisions T-48).
        eb.exists(
          eb
            .selectFrom('appointments as a')
            .select('a.id')
            .whereRef('a.subscriber_id', '=', 'b.subscriber_id')
            .whereRef('a.id', '=', 'b.appointment_id')
            .where('a.status', '=', 'requested')
            .where('a.date_time', '<=', ctx.now),
        ),
      ]),
    )
    .execute();
}

function overlapsAny(ranges: readonly TechnicianTimeRange[]): RawBuilder<boolean> {
  const each = ranges.map(
    (s) => sql`(b.technician_id = ${s.technician_id} and b.during && ${toTstzRange(s)})`,
  );
  return each.length === 0 ? sql`false` : sql`(${sql.join(each, sql` or `)})`;
}

async function timeOf(ctx: WriteCtx, ownerId: string): Promise<PreviousRow[]> {
  const rows = await mine(ctx, 'technician_bookings')
    .where('owner_id', '=', ownerId)
    .where((eb) => eb.or([eb('appointment_id', '=', ownerId), eb('source_id', '=', ownerId)]))
    .select(['technician_id', 'overruled_by', 'overruled_at', 'overrule_reason', starts, ends])
    .execute();
  return rows.map((row) => ({ ...row, start: asInstant(row.start), end: asInstant(row.end) }));
}

const starts = sql<string>`lower(technician_bookings.during)`.as('start');
const ends = sql<string>`upper(technician_bookings.during)`.as('end');

async function conflictingRows(
  ctx: ReadCtx | WriteCtx,
  ranges: readonly TechnicianTimeRange[],
  ownerId: string | null,
): Promise<(BookingConflict & { isExclusive: boolean })[]> {
  if (ranges.length === 0) return [];
  const overlapping = ranges.map(
    (s) =>
      sql`(technician_bookings.technician_id = ${s.technician_id} and technician_bookings.during && ${toTstzRange(s)})`,
  );
  let query = mine(ctx, 'technician_bookings')
    .leftJoin('appointments as a', (on) =>
      on
        .onRef('a.subscriber_id', '=', 'technician_bookings.subscriber_id')
        .onRef('a.id', '=', 'technician_bookings.appointment_id'),
    )
    .leftJoin('appointment_events as e', (on) =>
      on
        .onRef('e.subscriber_id', '=', 'technician_bookings.subscriber_id')
        .onRef('e.id', '=', 'technician_bookings.appointment_event_id'),
    )
    .where(sql<boolean>`(${sql.join(overlapping, sql` or `)})`)
    .where(isActiveBooking(ctx));
  if (ownerId !== null) query = query.where('technician_bookings.owner_id', '<>', ownerId);
  const rows = await query
    .select([
      'technician_bookings.technician_id',
      'technician_bookings.kind',
      'technician_bookings.title',
      'technician_bookings.exclusive',
      'technician_bookings.appointment_id',
      'a.order_id',
      'a.address',
      'e.name as event_name',
      starts,
      ends,
    ])
    .orderBy(sql`lower(technician_bookings.during)`)
    .execute();
  return rows.map((row) => ({
    technician_id: row.technician_id,
    kind: kindOf(row.kind, row.event_name),
    appointment_id: row.appointment_id,
    title: seesTitle(ctx, row) ? titleOf(row) : '',
    start: asInstant(row.start),
    end: asInstant(row.end),
    isExclusive: row.exclusive,
  }));
}

/**
 * Matches active rows: no expired holds, no holds of the reader, no requests whose time has passed. A visitor owns a
 * hold only by its id, since visitors are not users. Requires `a` to be joined.
 */
export function isActiveBooking(
  ctx: Pick<ReadCtx | WriteCtx, 'actor' | 'now'>,
  holdId: string | null = null,
): RawBuilder<boolean> {
  return sql<boolean>`(technician_bookings.kind <> 'hold' or (technician_bookings.expires_at > ${ctx.now}
      and case when technician_bookings.held_by is null then technician_bookings.id is distinct from ${holdId}::uuid
        else technician_bookings.held_by is distinct from ${ctx.actor?.userId ?? null}::uuid end))
    and (a.status is null or a.status <> 'requested' or a.date_time > ${ctx.now})`;
}

function titleOf(row: {
  title: string;
  order_id: string | null;
  address: string | null;
  event_name: string | null;
}) {
  return row.event_name ?? (row.title || [row.order_id, row.address].filter(Boolean).join(' · '));
}

function kindOf(kind: string, eventName: string | null): BookingConflict['kind'] {
  if (kind === 'hold' || kind === 'external') return kind;
  return kind === 'busy' || eventName !== null ? 'event' : 'appointment';
}

/** Titles of other people's calendar entries are only visible to those with the right to see them. */
function seesTitle(ctx: ReadCtx | WriteCtx, row: { kind: string; technician_id: string }): boolean {
  if (row.kind !== 'busy' && row.kind !== 'external') return true;
  return ctx.actor !== null && allows(ctx.actor, 'see_calendar_details', { user_id: row.technician_id });
}

/** Returns whether the conflict overlaps time the owner did not have before. */
function isNewFor(
  conflict: TechnicianTimeRange,
  ranges: readonly TechnicianTimeRange[],
  previousRows: readonly TechnicianTimeRange[],
): boolean {
  const hadAlready = (range: TechnicianTimeRange) =>
    previousRows.some(
      (had) =>
        had.technician_id === conflict.technician_id &&
        (had.start <= range.start || had.start <= conflict.start) &&
        (had.end >= range.end || had.end >= conflict.end),
    );
  return ranges.some((range) => meets(range, conflict) && !hadAlready(range));
}

/** Returns whether two time ranges are of the same technician and overlap. */
export function meets(a: TechnicianTimeRange, b: TechnicianTimeRange): boolean {
  return a.technician_id === b.technician_id && a.start < b.end && b.start < a.end;
}

function overruledColumns(
  ctx: WriteCtx,
  owner: { kind: BookingOwner['kind'] },
  range: TechnicianTimeRange,
  claim: TimeClaim,
) {
  const met = claim.conflicts.filter((conflict) => meets(conflict, range));
  const exclusive = owner.kind !== 'external' && !met.some((conflict) => conflict.isExclusive);
  if (met.length === 0) return { exclusive, overruled_by: null, overruled_at: null, overrule_reason: '' };
  if (claim.overrule !== null && met.some((conflict) => conflict.isNew)) {
    const { by, reason } = claim.overrule;
    return { exclusive, overruled_by: by, overruled_at: ctx.now, overrule_reason: reason };
  }
  // Forced before and still overlapping another booking: the earlier override remains.
  const before = claim.previous.find((row) => row.overruled_by !== null && meets(row, range));
  return {
    exclusive,
    overruled_by: before?.overruled_by ?? null,
    overruled_at: before?.overruled_at ?? null,
    overrule_reason: before?.overrule_reason ?? '',
  };
}
