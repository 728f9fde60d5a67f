import { z } from 'zod/mini';
import type { AddressResult } from './address-result.ts';
import { type CallLog, type HttpClient, parseResponse } from './http-client.ts';
import { type Geocoder, type LatLng, type ManualAddress, rankSuggestions } from './maps.ts';
import { addressSplits } from './maps-address-line.ts';
import { roundPosition } from './maps-estimate.ts';
import { loadGazetteer, milesBetween } from './maps-gazetteer.ts';
import { stateCodes } from './maps-states.ts';

const text = z.optional(z.string());
const feature = z.object({
  geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
  properties: z.object({
    name: text,
    housenumber: text,
    street: text,
    district: text,
    city: text,
    county: text,
    state: text,
    postcode: text,
    countrycode: text,
    osm_key: text,
  }),
});
const answers = z.object({ features: z.array(feature) });
type Feature = z.infer<typeof feature>;

/** If a typed ZIP code and a found place are farther apart than this, they are not the same address. */
const farthestFromZipMiles = 25;

/**
 * Searches addresses on a Photon server. Falls back to the offline search for what the server does not know and while
 * it does not respond.
 */
export function photonGeocoder(base: string, http: HttpClient, offline: Geocoder, log: CallLog): Geocoder {
  const ask = photonCaller(base, http, log);
  const search = async (line: string, limit: number, more: [string, string][]) => {
    const [split] = addressSplits(line);
    const found = await ask('/api', [['q', line], ['limit', String(limit)], ...always, ...more]);
    return distinct(found.flatMap((one) => addressOf(one, split?.streetNumber ?? '') ?? []));
  };
  return {
    attribution: '© OpenStreetMap contributors',
    async suggest(line, options) {
      const { lat, lng } = options.bias ?? {};
      const near: [string, string][] =
        lat === undefined || lng === undefined
          ? []
          : [
              ['lat', String(lat)],
              ['lon', String(lng)],
            ];
      const found = options.country === 'US' ? await search(line, options.limit, near) : [];
      return found.length > 0 ? rankSuggestions(line, options, found) : offline.suggest(line, options);
    },
    resolve: (id, session) => offline.resolve(id, session),
    async geocode(address) {
      const line = [address.street, address.city, `${address.state} ${address.zip_code}`.trim()];
      const [found] = await search(line.filter(Boolean).join(', '), 1, []);
      return found && fits(found, address) ? found : offline.geocode(address);
    },
    async reverse(point) {
      const [found] = await ask('/reverse', [
        ['lat', String(point.lat)],
        ['lon', String(point.lng)],
        ['radius', '0.2'],
        ...always.filter(([name]) => name !== 'countrycode'),
      ]);
      return (found && addressOf(found, '')) || offline.reverse(point);
    },
  };
}

/** Returns a function that asks the server and finds nothing while it does not respond. */
function photonCaller(base: string, http: HttpClient, log: CallLog) {
  return async (path: '/api' | '/reverse', query: [string, string][]) => {
    try {
      const answer = await http.send({
        provider: 'photon',
        credential: 'platform',
        method: 'GET',
        url: `${base}${path}?${new URLSearchParams(query)}`,
        template: path,
        kind: 'read',
        isRepeatable: false,
      });
      if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
      return parseResponse(answer.text, answers).features;
    } catch (error) {
      log.warn(
        { provider: 'photon', problem: (error as Error).message },
        'address search falls back to offline',
      );
      return [];
    }
  };
}

/** Limits the search to houses and streets (no bare cities) in the country that our records cover. */
const always: [string, string][] = [
  ['layer', 'house'],
  ['layer', 'street'],
  ['countrycode', 'US'],
  ['lang', 'en'],
];

/**
 * Returns null for anything but an address. A house without a number counts as its street; a shop's name is no street.
 */
function addressOf({ geometry, properties: p }: Feature, typedNumber: string): AddressResult | null {
  const [lng, lat] = geometry.coordinates;
  const [state] = stateCodes(p.state ?? '');
  const street = p.street ?? (p.osm_key === 'highway' ? p.name : '');
  const number = p.housenumber ?? (p.osm_key === 'highway' ? typedNumber : '');
  const city = p.city ?? p.district ?? p.county ?? '';
  if (p.countrycode?.toUpperCase() !== 'US' || !state || !street || !number) return null;
  const cp = (p.postcode ?? '').slice(0, 5);
  return {
    fullAddress: [`${number} ${street}`, city, `${state} ${cp}`.trim()].filter(Boolean).join(', '),
    street,
    streetNumber: number,
    neighborhood: p.city ? (p.district ?? '') : '',
    city,
    state,
    cp,
    country: 'US',
    coordinates: roundPosition({ lat, lng }),
    precision: p.housenumber ? 'rooftop' : 'street',
    timezone: zoneOf({ lat, lng }, cp),
  };
}

function zoneOf(point: LatLng, zip: string): string {
  return (loadGazetteer().byZip(zip) ?? loadGazetteer().near(point, 1)[0])?.timezone ?? '';
}

/** If a house and its street have the same line, keeps the house: its position is exact. */
function distinct(found: AddressResult[]): AddressResult[] {
  const houses = found.filter((one) => one.precision === 'rooftop');
  const lines = new Set(houses.map((one) => one.fullAddress.toLowerCase()));
  const streets = found.filter((one) => {
    const line = one.fullAddress.toLowerCase();
    return one.precision !== 'rooftop' && !lines.has(line) && lines.add(line);
  });
  return [...houses, ...streets];
}

function fits(found: AddressResult, asked: ManualAddress): boolean {
  const [state = found.state] = stateCodes(asked.state.trim());
  if (state !== found.state) return false;
  const place = loadGazetteer().byZip(asked.zip_code.trim().slice(0, 5));
  return !place || milesBetween(place, found.coordinates) <= farthestFromZipMiles;
}
