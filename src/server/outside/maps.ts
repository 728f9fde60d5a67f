import { decodeAddressId, encodeAddressId } from './address-ids.ts';
import type { AddressResult } from './address-result.ts';
import { addressKey, addressSplits, formatStreetLine, normalizeWords } from './maps-address-line.ts';
import { estimatePosition, roundPosition } from './maps-estimate.ts';
import {
  type Gazetteer,
  type LatLng,
  loadGazetteer,
  milesBetween,
  normalizeCityName,
  type Place,
} from './maps-gazetteer.ts';
import { type PlaceMatch, parsePlace } from './maps-places.ts';

export type { LatLng, Place } from './maps-gazetteer.ts';

/** A result offered while typing; `resolve` returns its address by `id`. */
export interface Suggestion extends AddressResult {
  id: string;
  /** Miles from the bias point, one decimal; null without such a point. */
  distance: number | null;
}

export interface SuggestOptions {
  /** Results near this point are preferred: the company's location. */
  bias?: LatLng | null;
  /** Results inside this radius come first. */
  radiusM: number;
  /** ISO-2. */
  country: string;
  /** Groups the calls of one search, for providers that charge per session. */
  session: string;
  limit: number;
  /** Addresses this company has used before, offered first with their stored position. */
  known?: readonly AddressResult[];
}

/** An address as typed into the separate fields of a form. */
export interface ManualAddress {
  street: string;
  city: string;
  state: string;
  zip_code: string;
}

/** The interface of a maps provider. */
export interface Geocoder {
  /** Returns addresses (never bare cities) that the text may mean, nearest first. */
  suggest(text: string, options: SuggestOptions): Promise<Suggestion[]>;
  /** Returns the address of a suggestion's id; null for an id that was not created here. */
  resolve(id: string, session: string): Promise<AddressResult | null>;
  geocode(address: ManualAddress): Promise<AddressResult | null>;
  reverse(point: LatLng): Promise<AddressResult | null>;
  /** Text that the provider's terms require next to results; empty when none is required. */
  readonly attribution: string;
}

export const METRES_PER_MILE = 1609.34;
/** The search radius of the appointment dialog when the company has not set one. */
export const DEFAULT_SERVICE_RADIUS_MILES = 100;
export const MAX_SUGGESTIONS = 8;

/** Returns what a ZIP code determines: city, state, time zone and the center of its area; null for an unknown one. */
export function zipInfo(zip: string): Place | null {
  return loadGazetteer().byZip(zip.trim().slice(0, 5));
}

/**
 * Geocodes without network and key. It knows ZIP codes, not houses: positions are the center of the ZIP code plus a
 * small offset that is always the same for the same address, so that two addresses do not share one pin.
 */
export function offlineGeocoder(): Geocoder {
  return {
    attribution: '',
    suggest: async (text, options) => suggestAddresses(text, options, loadGazetteer()),
    resolve: async (id) => decodeAddressId(id),
    geocode: async (address) => geocodeManual(address, loadGazetteer()),
    reverse: async (point) => reverseLookup(point, loadGazetteer()),
  };
}

function suggestAddresses(text: string, options: SuggestOptions, places: Gazetteer): Suggestion[] {
  return rankSuggestions(text, options, options.country === 'US' ? guesses(text, options, places) : []);
}

/** Ranks the suggestions for a text: addresses used before, then the found ones without duplicates; nearest first. */
export function rankSuggestions(text: string, options: SuggestOptions, found: AddressResult[]): Suggestion[] {
  const limit = Math.min(options.limit, MAX_SUGGESTIONS);
  const known = matchingKnown(text, options.known ?? [])
    .slice(0, limit)
    .map((address) => ({
      ...address,
      timezone: address.timezone || (loadGazetteer().byZip(address.cp)?.timezone ?? ''),
    }));
  const taken = new Set(known.map(identity));
  const fresh = found.filter((address) => !taken.has(identity(address))).slice(0, limit - known.length);
  return nearestFirst([...known, ...fresh], options.bias ?? null);
}

const identity = (address: AddressResult) =>
  `${addressKey(`${address.streetNumber} ${address.street}`)}|${address.cp}`;

/** Returns known addresses that contain every typed word or prefix. A known address needs no house number typed. */
function matchingKnown(text: string, known: readonly AddressResult[]): AddressResult[] {
  if (normalizeWords(text).join('').length < 2) return [];
  // Both as typed and with "Street" shortened to "St": the stored address may use either.
  const wanted = [normalizeWords(text), normalizeWords(addressKey(text))];
  return known.filter((address) => {
    const words = normalizeWords(address.fullAddress);
    return wanted.some((parts) => parts.every((part) => words.some((word) => word.startsWith(part))));
  });
}

function guesses(text: string, options: SuggestOptions, places: Gazetteer): AddressResult[] {
  const { split, reading } = bestReading(text, places);
  if (!split) return [];
  const chosen = chosenPlaces(reading, options, places);
  return chosen.map((place) =>
    estimatePosition(split.streetNumber, split.street, cityShown(place, reading.typedCity), place),
  );
}

/** Returns the interpretation in which place and street fit best; among equals the one with the longer place. */
function bestReading(text: string, places: Gazetteer) {
  const none: PlaceMatch = { sureness: 0, places: [], typedCity: '' };
  let best: { split: ReturnType<typeof addressSplits>[number] | null; reading: PlaceMatch; score: number } = {
    split: null,
    reading: none,
    score: -1,
  };
  for (const split of addressSplits(text)) {
    // Without a comma, a single letter is more likely the next word of the street.
    if (!split.isSure && split.place.length > 0 && split.place.join('').length < 2) continue;
    const reading = split.place.length === 0 ? none : parsePlace(split.place, places);
    if (split.place.length > 0 && reading.places.length === 0) continue;
    const streetOnly = split.place.length === 0 && !split.isStreetWhole ? 1 : 0;
    const score = reading.sureness + (split.isStreetWhole ? 2 : 0) + streetOnly;
    if (score >= best.score) best = { split, reading, score };
  }
  return best;
}

/** At most four ZIP codes of one city while others match too, so that a big city does not hide its neighbors. */
const MOST_OF_ONE_CITY = 4;

function chosenPlaces(reading: PlaceMatch, options: SuggestOptions, places: Gazetteer): Place[] {
  const limit = Math.min(options.limit, MAX_SUGGESTIONS);
  const bias = options.bias ?? null;
  if (reading.sureness === 0) return bias ? spreadOverCities(places.near(bias, 40), limit) : [];
  const withArea = reading.places.filter((place) => place.hasArea);
  const matching = withArea.length > 0 ? withArea : [...reading.places];
  if (!bias) return spreadOverCities(bySize(matching), limit);
  const sorted = byDistance(matching, bias);
  const isInside = (place: Place) => milesBetween(place, bias) * METRES_PER_MILE <= options.radiusM;
  const inside = spreadOverCities(sorted.filter(isInside), limit);
  const outside = sorted.filter((place) => !isInside(place));
  return [...inside, ...spreadOverCities(outside, limit - inside.length)];
}

function byDistance(places: Place[], bias: LatLng): Place[] {
  return places
    .map((place) => ({ place, miles: milesBetween(place, bias) }))
    .sort((a, b) => a.miles - b.miles || (a.place.zip < b.place.zip ? -1 : 1))
    .map(({ place }) => place);
}

/** Without a bias point, the city with more ZIP codes is more likely. */
function bySize(places: Place[]): Place[] {
  const sizes = new Map<string, number>();
  for (const place of places) sizes.set(cityKey(place), (sizes.get(cityKey(place)) ?? 0) + 1);
  const size = (place: Place) => sizes.get(cityKey(place)) ?? 0;
  return places.sort((a, b) => size(b) - size(a) || (a.zip < b.zip ? -1 : 1));
}

const cityKey = (place: Place) => `${place.city}|${place.state}`;

function spreadOverCities(sorted: Place[], limit: number): Place[] {
  const counts = new Map<string, number>();
  const first: Place[] = [];
  const rest: Place[] = [];
  for (const place of sorted) {
    if (first.length === limit) break;
    const count = counts.get(cityKey(place)) ?? 0;
    counts.set(cityKey(place), count + 1);
    if (count < MOST_OF_ONE_CITY) first.push(place);
    else rest.push(place);
  }
  return [...first, ...rest].slice(0, limit);
}

/** A ZIP code often covers towns with other names; if the ZIP is complete, the typed name is kept. */
function cityShown(place: Place, typedCity: string): string {
  const typed = normalizeCityName(typedCity);
  return typed === '' || normalizeCityName(place.city).startsWith(typed)
    ? place.city
    : formatStreetLine(typedCity);
}

function nearestFirst(addresses: AddressResult[], bias: LatLng | null): Suggestion[] {
  const measured = addresses.map((address) => ({
    ...address,
    id: encodeAddressId(address),
    distance: bias ? Math.round(milesBetween(bias, address.coordinates) * 10) / 10 : null,
    exact: bias ? milesBetween(bias, address.coordinates) : 0,
  }));
  return measured.sort((a, b) => a.exact - b.exact).map(({ exact: _, ...suggestion }) => suggestion);
}

function geocodeManual(address: ManualAddress, places: Gazetteer): AddressResult | null {
  const state = address.state.trim().toUpperCase();
  const byZip = places.byZip(address.zip_code.trim().slice(0, 5));
  const fits = byZip !== null && (state === '' || byZip.state === state);
  const place = fits ? byZip : middleOfCity(address.city, state, places);
  if (!place) return null;
  const [split] = addressSplits(`${address.street.replaceAll(',', ' ')},`);
  const city = address.city.trim() || place.city;
  return estimatePosition(split?.streetNumber ?? '', split?.street ?? address.street.trim(), city, place);
}

/** Returns the ZIP code nearest to the center of all ZIP codes of the city. */
function middleOfCity(city: string, state: string, places: Gazetteer): Place | null {
  const all = places.inCity(city, 'exact').filter((place) => place.state === state);
  if (all.length === 0) return null;
  const areas = all.filter((place) => place.hasArea);
  const some = areas.length > 0 ? areas : all;
  const mean = (pick: (place: Place) => number) =>
    some.reduce((sum, one) => sum + pick(one), 0) / some.length;
  return byDistance(some, { lat: mean((one) => one.lat), lng: mean((one) => one.lng) })[0] ?? null;
}

/** Beyond this distance a point is at sea or abroad. */
const FARTHEST_REVERSE_MILES = 60;

function reverseLookup(point: LatLng, places: Gazetteer): AddressResult | null {
  const [place] = places.near(point, 1);
  if (!place || milesBetween(place, point) > FARTHEST_REVERSE_MILES) return null;
  return { ...estimatePosition('', '', place.city, place), coordinates: roundPosition(point) };
}
