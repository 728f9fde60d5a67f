import { defaultWeek, isStartTime, type WeeklyStartTime } from '#domain/scheduling/availability.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type * as contract from './contract.ts';
import type { AvailabilitySlot, GroupedWeek } from './contract.ts';
import * as store from './store.ts';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Adds a start time on each of the days and returns the rows of that time; existing ones stay. */
export async function addAvailability(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.addAvailability>,
): Promise<AvailabilitySlot[]> {
  const { team_id, start_time } = input;
  const days = [...new Set(input.days)];
  await change(ctx, team_id, { add: days.map((day) => ({ start_time, day })), remove: [] });
  const rows = await store.weekRows(ctx, team_id);
  return rows
    .filter((row) => row.start_time === start_time && days.includes(row.day))
    .map((row) => ({ subscriber_id: ctx.subscriberId, ...row }));
}

/** Removes start times by id. */
export async function removeAvailability(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.removeAvailability>,
): Promise<{ removed: number }> {
  const ids = readIds(input.timeSlotsIds);
  if (ids.length === 0 || !ids.every((id) => uuid.test(id))) {
    throw badInput({ timeSlotsIds: ids.length === 0 ? 'Choose at least one time' : 'Not a valid ID' });
  }
  const rows = await mine(ctx, 'availability_slots')
    .where('id', 'in', ids)
    .select(['team_id', 'start_time', 'day'])
    .execute();
  for (const team_id of new Set(rows.map((row) => row.team_id))) {
    await change(ctx, team_id, { add: [], remove: rows.filter((row) => row.team_id === team_id) });
  }
  return { removed: rows.length };
}

/** Adds and removes many start times of one technician at once; returns the resulting week. */
export async function changeAvailability(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.changeAvailability>,
): Promise<GroupedWeek> {
  await change(ctx, input.team_id, input);
  return groupWeek(await store.weekRows(ctx, input.team_id));
}

/** Replaces the weeks of technicians with a copy of another one. */
export async function copyAvailability(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.copyAvailability>,
): Promise<{ copied: number }> {
  ctx.requireCapability('edit_availability', { user_id: input.from });
  if (!(await store.isTechnician(ctx, input.from))) throw notFound();
  const week = await store.weekRows(ctx, input.from);
  const to = [...new Set(input.to)].filter((id) => id !== input.from);
  for (const team_id of to) {
    const own = await store.weekRows(ctx, team_id);
    const isIn = (list: readonly WeeklyStartTime[], one: WeeklyStartTime) =>
      list.some((each) => each.day === one.day && each.start_time === one.start_time);
    await change(ctx, team_id, {
      add: week.filter((one) => !isIn(own, one)),
      remove: own.filter((one) => !isIn(week, one)),
    });
  }
  return { copied: to.length };
}

/** Returns the week of a technician or, by the company's id, those of all technicians. */
export async function getAvailability(ctx: ReadCtx, input: { id: string }): Promise<GroupedWeek> {
  // The owner has the company's id: its answer contains several weeks and names their technicians.
  const isCompany = input.id === ctx.subscriberId;
  if (!isCompany && !(await store.isTechnician(ctx, input.id))) throw notFound();
  return groupWeek(await store.weekRows(ctx, isCompany ? null : input.id));
}

/** Creates the default week. Does nothing for technicians who already have one. */
export async function seedDefaultWeek(ctx: WriteCtx, teamId: string): Promise<void> {
  const own = await store.weekRows(ctx, teamId);
  if (own.length === 0) await store.addStarts(ctx, teamId, defaultWeek);
}

async function change(
  ctx: WriteCtx,
  team_id: string,
  changes: { add: readonly WeeklyStartTime[]; remove: readonly WeeklyStartTime[] },
): Promise<void> {
  ctx.requireCapability('edit_availability', { user_id: team_id });
  if (![...changes.add, ...changes.remove].every((one) => isStartTime(one.start_time))) {
    throw badInput({ start_time: 'Start time is not valid' });
  }
  if (!(await store.isTechnician(ctx, team_id))) throw notFound();
  const removed = await store.removeStarts(ctx, team_id, changes.remove);
  const added = await store.addStarts(ctx, team_id, changes.add);
  if (removed.length + added.length === 0) return;
  await ctx.audit({
    action: 'change',
    entity: 'availability',
    entity_id: team_id,
    before: { removed: removed.map(shortly) },
    after: { added: added.map(shortly) },
  });
  await ctx.emit({ type: 'availability.changed', team_id, what: 'week' });
}

function shortly({ day, start_time }: WeeklyStartTime): string {
  return `${day}/${start_time}`;
}

function groupWeek(rows: readonly store.SlotRow[]): GroupedWeek {
  const grouped: GroupedWeek = {};
  for (const { id, team_id, start_time, day } of rows) {
    const byDay = grouped[start_time] ?? {};
    grouped[start_time] = byDay;
    byDay[day] = [...(byDay[day] ?? []), { id, team_id }];
  }
  return grouped;
}

function readIds(sent: string | readonly string[]): string[] {
  const list = typeof sent === 'string' ? sent.split(',') : sent;
  return [...new Set(list.map((id) => id.trim()).filter(Boolean))];
}
