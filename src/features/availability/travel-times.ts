import { sql } from 'kysely';
import { addHours } from '#domain/base/time.ts';
import { type DrivingMinutes, estimateDrivingMinutes, type Place } from '#domain/scheduling/travel.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { runPrepared } from '#server/db/prepared-statements.ts';
import { insertMine, mine } from '#server/db/scope.ts';
import type { MeasuredWays } from '#server/outside/maps-osrm.ts';
import type { Candidate } from './slot-candidates.ts';

type AnyCtx = ReadCtx | WriteCtx;

type Driver = Pick<Candidate, 'home' | 'busy'>;

/** Measured ways are measured again after this time: roads are built and closed. */
const freshHours = 30 * 24;

/** Returns a place as it is stored: about ten meters. */
export function placeKey({ lat, lng }: Place): string {
  return `${lat.toFixed(4)},${lng.toFixed(4)}`;
}

/** Returns the homes and stops of technicians, each place once. */
export function placesOf(technicians: readonly Driver[]): Map<string, Place> {
  const places = technicians.flatMap((one) => [one.home, ...one.busy.map((busy) => busy.place)]);
  return new Map(places.flatMap((place) => (place ? [[placeKey(place), place]] : [])));
}

/**
 * Returns the driving times between a property and the homes and stops of technicians: measured ones where they are
 * known, else estimates.
 */
export async function drivingMinutes(
  ctx: AnyCtx,
  place: Place,
  technicians: readonly Driver[],
): Promise<DrivingMinutes> {
  const known = await measuredWays(ctx, [placeKey(place), ...placesOf(technicians).keys()]);
  if (known.size === 0) return estimateDrivingMinutes;
  return (from, to) => known.get(`${placeKey(from)} ${placeKey(to)}`) ?? estimateDrivingMinutes(from, to);
}

/** Returns the measured minutes between any two of these places, by their keys `from to`. */
export async function measuredWays(ctx: AnyCtx, places: string[]): Promise<Map<string, number>> {
  const query = mine(ctx, 'travel_times')
    .where('measured_at', '>', addHours(ctx.now, -freshHours))
    .where(sql<boolean>`from_place = any(${places}::text[]) and to_place = any(${places}::text[])`)
    .select(['from_place', 'to_place', 'minutes']);
  const rows = await runPrepared(ctx, query);
  return new Map(rows.map((row) => [`${row.from_place} ${row.to_place}`, row.minutes]));
}

/** Stores the measured ways between a place and others. */
export async function saveWays(
  ctx: WriteCtx,
  place: string,
  others: readonly string[],
  { onward, back }: MeasuredWays,
): Promise<void> {
  const measured = others.flatMap((other, i) => [
    { from_place: place, to_place: other, minutes: onward[i] ?? null },
    { from_place: other, to_place: place, minutes: back[i] ?? null },
  ]);
  const rows = measured.flatMap(({ minutes, ...way }) =>
    minutes === null || minutes > 10_000 ? [] : [{ ...way, minutes, measured_at: ctx.now }],
  );
  if (rows.length === 0) return;
  await insertMine(ctx, 'travel_times', rows)
    .onConflict((oc) =>
      oc.columns(['subscriber_id', 'from_place', 'to_place']).doUpdateSet((eb) => ({
        minutes: eb.ref('excluded.minutes'),
        measured_at: eb.ref('excluded.measured_at'),
      })),
    )
    .execute();
}
