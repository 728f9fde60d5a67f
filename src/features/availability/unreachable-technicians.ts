import { type Instant, localDate, toEpochMs } from '#domain/base/time.ts';
import { dayTable } from '#domain/scheduling/local-days.ts';
import { extraDriving, roadOf } from '#domain/scheduling/road.ts';
import { timeOffRanges } from '#domain/scheduling/slots.ts';
import type { Place } from '#domain/scheduling/travel.ts';
import type { Company } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { candidates } from './slot-candidates.ts';
import { drivingMinutes } from './travel-times.ts';

/**
 * Returns the ids of those technicians who can't drive to a place in time, or from there to their next stop. Empty if
 * the company does not plan by road or the place is unknown. Bookings at the same time are conflicts, not stops.
 */
export async function unreachableTechnicians(
  ctx: ReadCtx | WriteCtx,
  company: Company,
  asked: {
    technicianIds: readonly string[];
    start: Instant;
    end: Instant;
    place: Place | null;
    excludeAppointmentId: string | null;
  },
): Promise<Set<string>> {
  const { place, technicianIds, excludeAppointmentId } = asked;
  if (!company.settings.road_aware_slots || place === null || technicianIds.length === 0) return new Set();
  const zone = company.timezone;
  const [start, end, now] = [asked.start, asked.end, ctx.now].map((at) => toEpochMs(at) / 60_000) as [
    number,
    number,
    number,
  ];
  const date = localDate(asked.start, zone);
  const all = await candidates(ctx, company, {
    ...{ from: date, to: date, durationMinutes: null, services: [], zip: null, isPublic: false },
    technicianId: technicianIds.length === 1 ? (technicianIds[0] ?? null) : null,
    excludeAppointmentId,
  });
  const minutes = await drivingMinutes(ctx, place, all);
  const cannot = all.filter((one) => {
    const busy = one.busy.filter((each) => each.end <= start || each.start >= end);
    const off = timeOffRanges(one.overrides, date, date, zone);
    const road = roadOf({ place, minutes }, { ...one, busy }, off, now);
    return extraDriving(road, start, end, dayTable(date, zone)) === 'unreachable';
  });
  return new Set(cannot.map((one) => one.id).filter((id) => technicianIds.includes(id)));
}
