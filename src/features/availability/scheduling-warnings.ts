import {
  addDays,
  fromEpochMs,
  type Instant,
  localDate,
  minutesOfDay,
  toLocal,
  weekday,
} from '#domain/base/time.ts';
import { extraDayStartMinutes, minutesByDay } from '#domain/scheduling/availability.ts';
import { timeOffRanges, unofferedServices } from '#domain/scheduling/slots.ts';
import type { Place } from '#domain/scheduling/travel.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import * as store from './store.ts';
import { unreachableTechnicians } from './unreachable-technicians.ts';

/** A warning for office users that they may ignore: the time is not booked. */
export interface SchedulingWarning {
  technician_id: string;
  kind: 'time_off' | 'outside_hours' | 'service_limit' | 'travel';
  title: string;
  start: Instant;
  end: Instant;
}

/**
 * Returns the warnings about a time other than conflicting bookings: time off, a start before the first or after the
 * last of the technician's day, services not offered, and a way that takes too long. A custom time requires no availability, so nothing is
 * rejected.
 */
export async function getSchedulingWarnings(
  ctx: ReadCtx,
  asked: {
    technicianIds: readonly string[];
    start: Instant;
    end: Instant;
    services: readonly string[];
    /** The property; null if unknown. */
    place: Place | null;
    /** The appointment being moved. */
    excludeAppointmentId: string | null;
  },
): Promise<SchedulingWarning[]> {
  if (asked.technicianIds.length === 0) return [];
  const company = await getCompany(ctx);
  const { timezone, settings } = company;
  const { start, end } = asked;
  const date = localDate(start, timezone);
  const clock = minutesOfDay(toLocal(start, timezone));
  const rows = await store.overrideRows(ctx, { from: addDays(date, -1), to: addDays(date, 2) });
  const offers = settings.service_limitations
    ? await store.allServiceRestrictions(ctx)
    : new Map<string, Set<string>>();
  const unreachable = await unreachableTechnicians(ctx, company, asked);
  const warnings: SchedulingWarning[] = [];
  for (const technician_id of asked.technicianIds) {
    const warn = (kind: SchedulingWarning['kind'], at: { start: Instant; end: Instant }) =>
      warnings.push({ technician_id, kind, title: '', ...at });
    const overrides = rows
      .filter((row) => row.team_id === technician_id)
      .map((row) => store.dayOverride(row, extraDayStartMinutes));
    for (const off of timeOffRanges(overrides, date, addDays(date, 1), timezone)) {
      const range = { start: fromEpochMs(off.start * 60_000), end: fromEpochMs(off.end * 60_000) };
      if (range.start < end && start < range.end) warn('time_off', range);
    }
    const week = minutesByDay(await store.weekRows(ctx, technician_id));
    const extra = overrides.flatMap((one) =>
      one.kind === 'extra' && one.from <= date && date <= one.to ? one.starts : [],
    );
    const starts = [...(week[weekday(date)] ?? []), ...extra];
    if (starts.length === 0 || clock < Math.min(...starts) || clock > Math.max(...starts))
      warn('outside_hours', { start, end });
    const missing = unofferedServices({ offers: offers.get(technician_id) ?? null }, asked.services);
    if (missing.length > 0) warn('service_limit', { start, end });
    if (unreachable.has(technician_id)) warn('travel', { start, end });
  }
  return warnings;
}
