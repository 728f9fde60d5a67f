import { groupBy } from '#domain/base/group-by.ts';
import { extraDayStartMinutes } from '#domain/scheduling/availability.ts';
import { hoursOfStarts, type WorkOverride } from '#domain/scheduling/work-hours.ts';
import type { ReadCtx } from '#server/context.ts';
import { badInput } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from './contract.ts';
import * as store from './store.ts';

/** Lists the usual work hours of all technicians, with the time off and extra days that touch the requested days. */
export async function listWorkHours(
  ctx: ReadCtx,
  { fromDate: from, toDate: to }: HandlerInput<typeof contract.listWorkHours>,
): Promise<HandlerOutput<typeof contract.listWorkHours>> {
  if (to < from) throw badInput({ toDate: 'The end can’t be before the start' });
  const weeks = await store.weeksOfAll(ctx);
  const overrides = groupBy(await store.overrideRows(ctx, { from, to }), (row) => row.team_id);
  return [...new Set([...weeks.keys(), ...overrides.keys()])].map((team_id) => ({
    team_id,
    week: (weeks.get(team_id) ?? []).map(hoursOfStarts),
    overrides: (overrides.get(team_id) ?? []).flatMap(overrideOf),
  }));
}

function overrideOf(row: store.OverrideRow): WorkOverride[] {
  const { kind, ...day } = store.dayOverride(row, extraDayStartMinutes);
  const { from, to } = day;
  if ('starts' in day) {
    const hours = hoursOfStarts(day.starts);
    return hours ? [{ from, to, kind, ...hours }] : [];
  }
  return [{ from, to, kind, start: day.start ?? 0, end: day.end ?? 24 * 60 }];
}
