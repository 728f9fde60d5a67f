import {
  addDays,
  asLocalDate,
  formatWithOffset,
  fromEpochMs,
  type LocalDate,
  localDate,
  toEpochMs,
} from '#domain/base/time.ts';
import { allows } from '#domain/people/permissions.ts';
import { extraDayStartMinutes, isStartTime } from '#domain/scheduling/availability.ts';
import { mergeRanges } from '#domain/scheduling/booking-time.ts';
import { timeOffRanges } from '#domain/scheduling/slots.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { fullMessage } from '#server/db/row-limits.ts';
import { deleteMine, insertMine, mine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type { TechnicianTimeRange } from './booking-conflict.ts';
import type * as contract from './contract.ts';
import type { Override } from './contract.ts';
import * as store from './store.ts';
import { findConflicts } from './technician-bookings.ts';

type Fields = Omit<HandlerInput<typeof contract.addOverrides>, 'team_ids'>;
type Values = Pick<
  store.OverrideRow,
  'date_from' | 'date_to' | 'kind' | 'start_time' | 'end_time' | 'step_minutes' | 'reason'
>;

const longest = 731;
/** Of a technician, from today on: each search for free times reads them. */
const mostOverrides = 500;

/** Lists time off and extra days, from today on by default. */
export async function listOverrides(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.listOverrides>,
): Promise<Override[]> {
  const { timezone } = await getCompany(ctx);
  const from = input.from ?? localDate(ctx.now, timezone);
  if (input.from && input.to && input.to < input.from)
    throw badInput({ to: 'The end can’t be before the start' });
  const rows = await store.overrideRows(ctx, { teamId: input.technicianId, from, to: input.to });
  return rows.map((row) => present(ctx, row));
}

/** Adds time off or an extra day for each of the technicians. */
export async function addOverrides(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.addOverrides>,
): Promise<HandlerOutput<typeof contract.addOverrides>> {
  const values = readFields(input);
  const rows: store.OverrideRow[] = [];
  for (const team_id of new Set(input.team_ids)) {
    ctx.requireCapability('edit_availability', { user_id: team_id });
    if (!(await store.isTechnician(ctx, team_id))) throw notFound();
    if ((await store.countOverridesFrom(ctx, team_id, ctx.now.slice(0, 10), mostOverrides)) >= mostOverrides)
      throw badInput({ team_ids: fullMessage(mostOverrides) });
    rows.push({ id: newId(), team_id, ...values, rev: 1 });
  }
  await insertMine(
    ctx,
    'availability_overrides',
    rows.map((row) => ({
      ...row,
      added_by: ctx.actor?.userId ?? null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })),
  ).execute();
  for (const row of rows) await emitChange(ctx, 'add', row.team_id, row.id, { after: values });
  return answer(ctx, rows);
}

/** Changes a one-day override of the working hours. */
export async function changeOverride(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.changeOverride>,
): Promise<HandlerOutput<typeof contract.changeOverride>> {
  const before = await overrideById(ctx, input.id);
  const values = readFields(input);
  const changed = await updateMine(ctx, 'availability_overrides')
    .set({ ...values, rev: before.rev + 1, updated_at: ctx.now })
    .where('id', '=', before.id)
    .where('rev', '=', input.rev ?? before.rev)
    .returning('id')
    .executeTakeFirst();
  if (!changed) {
    throw new AppError('CONFLICT', 'This was changed by someone else in the meantime', {
      current: present(ctx, before),
    });
  }
  await emitChange(ctx, 'change', before.team_id, before.id, { before, after: values });
  return answer(ctx, [{ ...before, ...values, rev: before.rev + 1 }]);
}

/** Removes time off or an extra day. */
export async function removeOverride(ctx: WriteCtx, input: { id: string }): Promise<null> {
  const before = await overrideById(ctx, input.id);
  await deleteMine(ctx, 'availability_overrides').where('id', '=', before.id).execute();
  await emitChange(ctx, 'remove', before.team_id, before.id, { before });
  return null;
}

async function overrideById(ctx: WriteCtx, id: string): Promise<store.OverrideRow> {
  const row = await mine(ctx, 'availability_overrides')
    .where('id', '=', id)
    .select(store.overrideColumns)
    .executeTakeFirst();
  if (!row) throw notFound();
  ctx.requireCapability('edit_availability', { user_id: row.team_id });
  return row as store.OverrideRow;
}

/** Converts the fields for storage or throws BAD_USER_INPUT with a message for each invalid one. */
function readFields(input: Fields): Values {
  const problems: Record<string, string> = {};
  const from = input.date_from as LocalDate;
  const to = (input.date_to ?? from) as LocalDate;
  if (to < from) problems.date_to = 'The end can’t be before the start';
  if (to > addDays(from, longest)) problems.date_to = 'Choose two years or less';
  const start = input.start_time ?? null;
  const end = input.end_time ?? null;
  if (start !== null && !isStartTime(start)) problems.start_time = 'Start time is not valid';
  if (end !== null && !isStartTime(end)) problems.end_time = 'Start time is not valid';
  if (input.kind === 'extra' && start === null) problems.start_time = 'Start time is required';
  if (start !== null && end !== null && end <= start) problems.end_time = 'The end must be after the start';
  const step = input.step_minutes ?? 60;
  if (step % 30 !== 0) problems.step_minutes = 'Start time is not valid';
  if (Object.keys(problems).length > 0) throw badInput(problems);
  return {
    date_from: from,
    date_to: to,
    kind: input.kind,
    start_time: start,
    end_time: end,
    step_minutes: step,
    reason: input.reason ?? '',
  };
}

async function answer(ctx: WriteCtx, rows: readonly store.OverrideRow[]) {
  return { overrides: rows.map((row) => present(ctx, row)), collisions: await collisionsOf(ctx, rows) };
}

/** Returns all bookings within time off. Adding time off moves none of them: the office has to reschedule them. */
async function collisionsOf(ctx: WriteCtx, rows: readonly store.OverrideRow[]) {
  const { timezone } = await getCompany(ctx);
  const today = localDate(ctx.now, timezone);
  const off = rows.map((row) => {
    const from = later(asLocalDate(row.date_from), today);
    const ranges = timeOffRanges(
      [store.dayOverride(row, extraDayStartMinutes)],
      from,
      asLocalDate(row.date_to),
      timezone,
    );
    return { technician_id: row.team_id, ranges: mergeRanges(ranges) };
  });
  // Queried once from the first to the last minute of each: an hour off on every day of a year is hundreds of ranges.
  const found = await findConflicts(ctx, off.flatMap(wholeOf), null);
  return found
    .filter((one) => one.kind === 'appointment' || one.kind === 'event')
    .filter((one) => {
      const range = { start: toEpochMs(one.start) / 60_000, end: toEpochMs(one.end) / 60_000 };
      return off.some((each) => each.technician_id === one.technician_id && meetsAny(each.ranges, range));
    })
    .map((one) => ({
      team_id: one.technician_id,
      appointment_id: one.appointment_id,
      title: one.title,
      start: formatWithOffset(one.start, timezone),
      end: formatWithOffset(one.end, timezone),
    }));
}

interface Range {
  start: number;
  end: number;
}

function wholeOf({
  technician_id,
  ranges,
}: {
  technician_id: string;
  ranges: readonly Range[];
}): TechnicianTimeRange[] {
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!first || !last) return [];
  return [{ technician_id, start: fromEpochMs(first.start * 60_000), end: fromEpochMs(last.end * 60_000) }];
}

function meetsAny(ranges: readonly Range[], one: Range): boolean {
  return ranges.some((range) => range.start < one.end && one.start < range.end);
}

function later(a: LocalDate, b: LocalDate): LocalDate {
  return a > b ? a : b;
}

/** The reason for time off is only visible to the technician and to administrators. */
function present(ctx: ReadCtx | WriteCtx, row: store.OverrideRow): Override {
  const sees = ctx.actor === null || allows(ctx.actor, 'edit_availability', { user_id: row.team_id });
  return { ...row, reason: sees ? row.reason : '' };
}

async function emitChange(
  ctx: WriteCtx,
  action: string,
  team_id: string,
  id: string,
  what: { before?: unknown; after?: unknown },
): Promise<void> {
  await ctx.audit({ action, entity: 'availability_override', entity_id: id, ...what });
  await ctx.emit({ type: 'availability.changed', team_id, what: 'override' });
}
