import { isZipServed } from '#features/availability/is-zip-served.ts';
import { travelMeasurement } from '#features/availability/measure-travel.ts';
import { companyPlace } from '#features/availability/places.ts';
import { placeKey } from '#features/availability/travel-times.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import type { ActionCtx } from '#server/context.ts';
import type { AddressResult } from '#server/outside/address-result.ts';
import { DEFAULT_SERVICE_RADIUS_MILES, METRES_PER_MILE } from '#server/outside/maps.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from '../places-contract.ts';
import type { AddressSuggestion } from '../places-contract.ts';
import { type PropertyPlace, readPlace, signPlace } from './property-places.ts';

const mostSuggestions = 5;
/** Fewer letters say nothing about an address. */
const shortest = 3;

/** Suggests addresses near the company. Unlike the office, visitors never see addresses of other appointments. */
export async function suggestAddresses(
  ctx: ActionCtx,
  { text, session }: HandlerInput<typeof contract.suggestAddresses>,
): Promise<HandlerOutput<typeof contract.suggestAddresses>> {
  const { maps } = ctx.external;
  if (text.length < shortest) return { suggestions: [], attribution: '' };
  const company = await ctx.read(getCompany);
  const found = await maps.suggest(text, {
    bias: companyPlace(company),
    radiusM: (company.settings.service_radius ?? DEFAULT_SERVICE_RADIUS_MILES) * METRES_PER_MILE,
    country: company.country_code,
    session,
    limit: mostSuggestions,
  });
  return { suggestions: found.map((one) => suggestionOf(ctx, one)), attribution: maps.attribution };
}

function suggestionOf(ctx: ActionCtx, found: AddressResult): AddressSuggestion {
  const { streetNumber, street, city, state, cp: zip_code } = found;
  const address = [streetNumber, street].filter(Boolean).join(' ');
  const place = signPlace(ctx, { address, zip_code }, positionOf(found));
  return { address, city, state, zip_code, place };
}

/**
 * Finds the position of a property, unless its place is known already, and has the ways from there measured for the
 * times that the visitor sees next. Finds nothing where the address is incomplete or unknown.
 */
export async function locateProperty(
  ctx: ActionCtx,
  { location }: HandlerInput<typeof contract.locateProperty>,
): Promise<HandlerOutput<typeof contract.locateProperty>> {
  const { company, is_served } = await ctx.read(async (r) => {
    const company = await getCompany(r);
    return { company, is_served: await isZipServed(r, company, location.zip_code) };
  });
  const known = readPlace(ctx, location);
  const at = known ?? (is_served ? await positionOfTyped(ctx, company, location) : null);
  if (at === null) return { place: '', is_served };
  if (is_served) await measureWays(ctx, company, at);
  return { place: known ? location.place : signPlace(ctx, location, at), is_served };
}

type Typed = HandlerInput<typeof contract.locateProperty>['location'];

async function positionOfTyped(
  ctx: ActionCtx,
  { country_code }: Company,
  { address: street, city, state, zip_code }: Typed,
): Promise<PropertyPlace | null> {
  if (country_code !== 'US' || [street, state, zip_code].includes('')) return null;
  const found = await ctx.external.maps.geocode({ street, city, state, zip_code });
  return found && positionOf(found);
}

function positionOf({ coordinates, precision }: AddressResult): PropertyPlace {
  return { ...coordinates, location_precision: precision };
}

async function measureWays(ctx: ActionCtx, company: Company, { lat, lng }: PropertyPlace): Promise<void> {
  if (ctx.external.planner === null || !company.settings.road_aware_slots) return;
  const key = placeKey({ lat, lng });
  await ctx.tx((w) => w.enqueue(travelMeasurement, { lat, lng }, { key: `${w.subscriberId} ${key}` }));
}
