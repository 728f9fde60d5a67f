import type { ErrandCtx, ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import {
  type AddressResult,
  DEFAULT_SERVICE_RADIUS_MILES,
  MAX_SUGGESTIONS,
  METRES_PER_MILE,
  type Precision,
} from '#server/outside/maps.ts';
import { mapPreviewSvg } from '#server/outside/maps-preview.ts';
import { streetViewSvg } from '#server/outside/maps-street-view.ts';
import type { Download, Gives, Takes } from '#wire/route.ts';
import { companyOf } from './company-of.ts';
import type * as contract from './contract.ts';
import { pointOf } from './present.ts';

const captions = {
  street: {
    en: 'Street imagery needs a map provider',
    de: 'Straßenbilder brauchen einen Kartendienst',
    fr: 'Les vues de rue demandent un service de cartes',
  },
  map: { en: 'Offline map', de: 'Karte ohne Netz', fr: 'Carte hors ligne' },
};

/** Addresses of one's own that an address search offers first. */
const knownAddresses = 200;

/** Addresses that the text may mean: those the company used before first-hand, then the provider's, nearest first. */
export async function searchAddress(
  ctx: ErrandCtx,
  input: Takes<typeof contract.searchAddress>,
): Promise<Gives<typeof contract.searchAddress>> {
  if (input.text.length < 2) return [];
  const { company, known } = await ctx.read(async (r) => ({
    company: await companyOf(r),
    known: await usedAddresses(r),
  }));
  const { lat, lng } = input;
  const bias = lat !== undefined && lng !== undefined ? { lat, lng } : pointOf(company);
  const miles = company.settings.service_radius ?? DEFAULT_SERVICE_RADIUS_MILES;
  const found = await ctx.outside.maps.suggest(input.text, {
    bias,
    radiusM: input.radius ?? miles * METRES_PER_MILE,
    country: company.country_code,
    session: input.session ?? '',
    limit: MAX_SUGGESTIONS,
    known,
  });
  return found;
}

/** The position of an address typed by hand, or null when nothing is known there. */
export async function geocodeAddress(
  ctx: ErrandCtx,
  input: Takes<typeof contract.geocodeAddress>,
): Promise<Gives<typeof contract.geocodeAddress>> {
  const found = await ctx.outside.maps.geocode({
    street: input.address ?? '',
    city: input.city ?? '',
    state: input.state ?? '',
    zip_code: input.zip_code ?? '',
  });
  return found ? { ...found, id: '', distance: null } : null;
}

/** The street view of a point as a picture. */
export async function streetView(
  ctx: ErrandCtx,
  input: Takes<typeof contract.streetView>,
): Promise<Download> {
  const { w, h } = sizeOf(input.size, 600);
  const address = input.address ?? `${input.lat},${input.lng}`;
  return pictureOf('street-view.svg', streetViewSvg({ address, w, h, caption: captions.street[ctx.lang] }));
}

/** The map around a point as a picture. */
export async function staticMap(ctx: ErrandCtx, input: Takes<typeof contract.staticMap>): Promise<Download> {
  const { w, h } = sizeOf(input.size, 350);
  const precision: Precision = input.precision ?? 'zip_estimate';
  return pictureOf(
    'map.svg',
    mapPreviewSvg({ lat: input.lat, lng: input.lng, w, h, precision, caption: captions.map[ctx.lang] }),
  );
}

function pictureOf(filename: string, svg: string): Download {
  return { filename, type: 'image/svg+xml', body: svg, inline: true, maxAgeSeconds: 3600 };
}

function sizeOf(size: string | undefined, usual: number): { w: number; h: number } {
  const [w = usual, h = usual] = (size ?? '')
    .split('x')
    .map(Number)
    .filter((n) => n > 0);
  return { w: Math.min(w, 1280), h: Math.min(h, 1280) };
}

/** The addresses of the latest appointments that have a position. Other rooms' data may be read, not written. */
async function usedAddresses(ctx: ReadCtx): Promise<AddressResult[]> {
  const rows = await mine(ctx, 'appointments')
    .where('deleted_at', 'is', null)
    .where('lat', 'is not', null)
    .where('address', '<>', '')
    .select(['address', 'city', 'state', 'zip_code', 'country', 'lat', 'lng', 'location_precision'])
    .orderBy('date_time', 'desc')
    .limit(knownAddresses)
    .execute();
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const key = `${row.address}|${row.zip_code}`.toLowerCase();
    if (seen.has(key) || row.lat === null || row.lng === null) return [];
    seen.add(key);
    const [, streetNumber = '', street = row.address] = /^(\d[\w/-]*)\s+(.+)$/.exec(row.address) ?? [];
    return [
      {
        fullAddress: [row.address, row.city, `${row.state} ${row.zip_code}`.trim()]
          .filter(Boolean)
          .join(', '),
        street,
        streetNumber,
        neighborhood: '',
        city: row.city,
        state: row.state,
        cp: row.zip_code,
        country: row.country,
        coordinates: { lat: row.lat, lng: row.lng },
        precision: (row.location_precision ?? 'zip_estimate') as Precision,
        timezone: '',
      },
    ];
  });
}
