import { asLocalDate, hhmmToMinutes, type LocalDate } from '#domain/base/time.ts';
import { minutesByDay, type ServiceArea, type WeeklyStartTime } from '#domain/scheduling/availability.ts';
import type { DayOverride } from '#domain/scheduling/slots.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { runPrepared } from '#server/db/prepared-statements.ts';
import { deleteMine, insertMine, mine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';

type AnyCtx = ReadCtx | WriteCtx;

export interface SlotRow extends WeeklyStartTime {
  id: string;
  team_id: string;
  added_by: string | null;
}

/** Loads the start times of one technician or, with null, of all, by time and day. */
export function weekRows(ctx: AnyCtx, teamId: string | null): Promise<SlotRow[]> {
  let query = mine(ctx, 'availability_slots').select(['id', 'team_id', 'added_by', 'start_time', 'day']);
  if (teamId !== null) query = query.where('team_id', '=', teamId);
  return query.orderBy('start_time').orderBy('day').orderBy('team_id').execute();
}

/** Adds start times, skipping existing ones. Returns the new ones. */
export async function addStarts(
  ctx: WriteCtx,
  teamId: string,
  starts: readonly WeeklyStartTime[],
): Promise<WeeklyStartTime[]> {
  if (starts.length === 0) return [];
  return insertMine(
    ctx,
    'availability_slots',
    starts.map(({ start_time, day }) => ({
      id: newId(),
      team_id: teamId,
      start_time,
      day,
      added_by: ctx.actor?.userId ?? null,
      created_at: ctx.now,
    })),
  )
    .onConflict((oc) => oc.constraint('availability_slots_once').doNothing())
    .returning(['start_time', 'day'])
    .execute();
}

/** Removes start times of a technician; returns those that existed. */
export async function removeStarts(
  ctx: WriteCtx,
  teamId: string,
  starts: readonly WeeklyStartTime[],
): Promise<WeeklyStartTime[]> {
  if (starts.length === 0) return [];
  return deleteMine(ctx, 'availability_slots')
    .where('team_id', '=', teamId)
    .where((eb) =>
      eb.or(starts.map((s) => eb.and([eb('day', '=', s.day), eb('start_time', '=', s.start_time)]))),
    )
    .returning(['start_time', 'day'])
    .execute();
}

/**
 * Loads the weeks of all technicians: the half hours of a day are the bits of one number, maintained by the database.
 */
export async function weeksOfAll(ctx: AnyCtx): Promise<Map<string, number[][]>> {
  const question = mine(ctx, 'availability_weeks').select(['team_id', 'day', 'halves']);
  const rows = await runPrepared(ctx, question);
  const weeks = new Map<string, number[][]>();
  for (const { team_id, day, halves } of rows) {
    const week = weeks.get(team_id) ?? minutesByDay([]);
    weeks.set(team_id, week);
    let rest = halves;
    for (let nth = 0; rest > 0; nth += 1) {
      if (rest % 2 === 1) week[day]?.push(nth * 30);
      rest = Math.floor(rest / 2);
    }
  }
  return weeks;
}

export interface OverrideRow {
  id: string;
  team_id: string;
  date_from: string;
  date_to: string;
  kind: 'off' | 'extra';
  start_time: number | null;
  end_time: number | null;
  step_minutes: number;
  reason: string;
  rev: number;
}

/** Loads time off and extra days that touch these days, of one technician or of all. */
export async function overrideRows(
  ctx: AnyCtx,
  wanted: { teamId?: string | undefined; from: string; to?: string | undefined; id?: string },
): Promise<OverrideRow[]> {
  let query = mine(ctx, 'availability_overrides').where('date_to', '>=', wanted.from);
  if (wanted.to) query = query.where('date_from', '<=', wanted.to);
  if (wanted.teamId) query = query.where('team_id', '=', wanted.teamId);
  const question = query.select(overrideColumns).orderBy('date_from').orderBy('start_time').orderBy('id');
  const rows = await runPrepared(ctx, question);
  return rows as OverrideRow[];
}

/** Counts the overrides of a technician that end on this day or later, at most `most`. */
export async function countOverridesFrom(
  ctx: AnyCtx,
  teamId: string,
  day: string,
  most: number,
): Promise<number> {
  const rows = await mine(ctx, 'availability_overrides')
    .where('team_id', '=', teamId)
    .where('date_to', '>=', day)
    .select('id')
    .limit(most)
    .execute();
  return rows.length;
}

export const overrideColumns = [
  'id',
  'team_id',
  'date_from',
  'date_to',
  'kind',
  'start_time',
  'end_time',
  'step_minutes',
  'reason',
  'rev',
] as const;

/** Converts an override for the slot algorithm. */
export function dayOverride(
  row: Pick<OverrideRow, 'date_from' | 'date_to' | 'kind' | 'start_time' | 'end_time' | 'step_minutes'>,
  startsOf: (row: Pick<OverrideRow, 'start_time' | 'end_time' | 'step_minutes'>) => number[],
): DayOverride {
  const days: { from: LocalDate; to: LocalDate } = {
    from: asLocalDate(row.date_from),
    to: asLocalDate(row.date_to),
  };
  if (row.kind === 'extra') return { ...days, kind: 'extra', starts: startsOf(row) };
  const minutes = (hhmm: number | null) => (hhmm === null ? null : hhmmToMinutes(hhmm));
  return { ...days, kind: 'off', start: minutes(row.start_time), end: minutes(row.end_time) };
}

/** Loads the service areas by technician. */
export async function areasOfAll(ctx: AnyCtx): Promise<Map<string, ServiceArea[]>> {
  const question = mine(ctx, 'technician_areas').select(['technician_id', 'zip', 'zip_to']);
  const rows = await runPrepared(ctx, question);
  const areas = new Map<string, ServiceArea[]>();
  for (const { technician_id, zip, zip_to } of rows) {
    areas.set(technician_id, [...(areas.get(technician_id) ?? []), { zip, zip_to }]);
  }
  return areas;
}

/** Loads services and add-ons by technician, for those with restricted services. */
export async function allServiceRestrictions(ctx: AnyCtx): Promise<Map<string, Set<string>>> {
  const limited = await runPrepared(
    ctx,
    mine(ctx, 'technician_limits').where('all_services', '=', false).select('technician_id'),
  );
  const offers = new Map(limited.map((row) => [row.technician_id, new Set<string>()]));
  if (offers.size === 0) return offers;
  const services = await runPrepared(
    ctx,
    mine(ctx, 'technician_services').select(['technician_id', 'service_id as id']),
  );
  const addOns = await runPrepared(
    ctx,
    mine(ctx, 'technician_add_ons').select(['technician_id', 'add_on_id as id']),
  );
  for (const { technician_id, id } of [...services, ...addOns]) offers.get(technician_id)?.add(id);
  return offers;
}

/** Returns whether this is an appointment of the company that has not been deleted. */
export async function isAppointment(ctx: AnyCtx, id: string): Promise<boolean> {
  const row = await mine(ctx, 'appointments')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether this is a technician of the company who has not been deleted. */
export async function isTechnician(ctx: AnyCtx, id: string): Promise<boolean> {
  const row = await mine(ctx, 'users')
    .where('id', '=', id)
    .where('is_technician', '=', true)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}
