import { addDays, localDate } from '#domain/base/time.ts';
import type { Place } from '#domain/scheduling/travel.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ActionCtx, ReadCtx } from '#server/context.ts';
import { jobType } from '#server/job-type.ts';
import { mostPlaces } from '#server/outside/maps-osrm.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { readDays } from './list-slots.ts';
import { candidates } from './slot-candidates.ts';
import type * as slotsContract from './slots-contract.ts';
import { measuredWays, placeKey, placesOf, saveWays } from './travel-times.ts';

/** Calls of one search at most: a user waits for them. */
const mostCalls = 6;

/** How far ahead ways are measured for a visitor, in days. */
const visitorDays = 28;

/** Measures the ways of a property for the next weeks, so that a visitor need not wait for it. */
export const travelMeasurement = jobType<Place>('availability/measure-travel');

/** Does the work of `travelMeasurement`. */
export async function measureTravelAhead(ctx: ActionCtx, place: Place): Promise<void> {
  const { timezone } = await ctx.read(getCompany);
  const today = localDate(ctx.now, timezone);
  await measureTravel(ctx, { ...place, fromDate: today, toDate: addDays(today, visitorDays) });
}

/**
 * Measures the unknown ways between a property and the homes and stops of the technicians on these days, outside of any
 * transaction. Measures nothing without a routing server, or if the company does not plan by road.
 */
export async function measureTravel(
  ctx: ActionCtx,
  input: HandlerInput<typeof slotsContract.measureTravel>,
): Promise<HandlerOutput<typeof slotsContract.measureTravel>> {
  const { planner } = ctx.external;
  const days = readDays(input.fromDate, input.toDate);
  if (planner === null) return { measured: 0 };
  const place = { lat: input.lat, lng: input.lng };
  const unknown = await ctx.read((r) => unknownPlaces(r, place, days));
  let measured = 0;
  for (let first = 0; first < unknown.length && first < mostCalls * mostPlaces; first += mostPlaces) {
    const some = unknown.slice(first, first + mostPlaces);
    const ways = await planner.measure(
      place,
      some.map(([, at]) => at),
    );
    // It does not respond: the others are estimated, too.
    if (ways === null) break;
    const keys = some.map(([key]) => key);
    await ctx.tx((w) => saveWays(w, placeKey(place), keys, ways));
    measured += some.length;
  }
  return { measured };
}

async function unknownPlaces(
  ctx: ReadCtx,
  place: Place,
  { from, to }: ReturnType<typeof readDays>,
): Promise<[string, Place][]> {
  const company = await getCompany(ctx);
  if (!company.settings.road_aware_slots) return [];
  const technicians = await candidates(ctx, company, {
    ...{ from, to, durationMinutes: null, services: [], zip: null, isPublic: false },
    ...{ technicianId: null, excludeAppointmentId: null },
  });
  const here = placeKey(place);
  const places = placesOf(technicians);
  const known = await measuredWays(ctx, [here, ...places.keys()]);
  return [...places].filter(
    ([key]) => key !== here && !(known.has(`${here} ${key}`) && known.has(`${key} ${here}`)),
  );
}
