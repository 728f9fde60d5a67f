import type { ActionCtx, ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { AddressResult, Precision } from '#server/outside/address-result.ts';
import { DEFAULT_SERVICE_RADIUS_MILES, MAX_SUGGESTIONS, METRES_PER_MILE } from '#server/outside/maps.ts';
import type { MapPicture, PictureRequest } from '#server/outside/maps-pictures.ts';
import { mapPreviewSvg } from '#server/outside/maps-preview.ts';
import { streetViewSvg } from '#server/outside/maps-street-view.ts';
import type { Download, HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from './contract.ts';
import { getCompany } from './get-company.ts';
import { companyLatLng } from './present.ts';

const captions = {
  street: {
    en: 'Street imagery requires a map provider',
    de: 'Für Straßenbilder wird ein Kartendienst benötigt',
    fr: 'Les vues de rue nécessitent un service de cartes',
  },
  noStreet: {
    en: 'No street imagery available here',
    de: 'Hier sind keine Straßenbilder verfügbar',
    fr: 'Aucune vue de rue disponible ici',
  },
  map: { en: 'Offline map', de: 'Offline-Karte', fr: 'Carte hors ligne' },
};

/** The number of previously used addresses that the address search considers. */
const knownAddresses = 200;

/** Finds addresses that match the text: first those the company used before, then the provider's, nearest first. */
export async function searchAddress(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.searchAddress>,
): Promise<HandlerOutput<typeof contract.searchAddress>> {
  if (input.text.length < 2) return [];
  const { company, known } = await ctx.read(async (r) => ({
    company: await getCompany(r),
    known: await usedAddresses(r),
  }));
  const { lat, lng } = input;
  const bias = lat !== undefined && lng !== undefined ? { lat, lng } : companyLatLng(company);
  const miles = company.settings.service_radius ?? DEFAULT_SERVICE_RADIUS_MILES;
  const found = await ctx.external.maps.suggest(input.text, {
    bias,
    radiusM: input.radius ?? miles * METRES_PER_MILE,
    country: company.country_code,
    session: input.session ?? '',
    limit: MAX_SUGGESTIONS,
    known,
  });
  const { attribution } = ctx.external.maps;
  return attribution === '' ? found : found.map((one) => ({ ...one, attribution }));
}

/** Geocodes a manually entered address; returns null if it is unknown. */
export async function geocodeAddress(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.geocodeAddress>,
): Promise<HandlerOutput<typeof contract.geocodeAddress>> {
  const found = await ctx.external.maps.geocode({
    street: input.address ?? '',
    city: input.city ?? '',
    state: input.state ?? '',
    zip_code: input.zip_code ?? '',
  });
  return found ? { ...found, id: '', distance: null } : null;
}

/** Returns a street view image of a point: the provider's, or a drawn house if it has none. */
export async function streetView(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.streetView>,
): Promise<Download> {
  const request = toPictureRequest(ctx, input, 600);
  const address = input.address ?? `${input.lat},${input.lng}`;
  const { mapPictures } = ctx.external;
  const picture = await mapPictures?.street({ ...request, address });
  if (picture) return provided('street-view', picture);
  const caption = (mapPictures ? captions.noStreet : captions.street)[ctx.lang];
  return drawn(ctx, 'street-view', streetViewSvg({ ...request, address, caption }));
}

/** Returns a map image around a point: the provider's, or a drawn one if it has none. */
export async function staticMap(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.staticMap>,
): Promise<Download> {
  const request = toPictureRequest(ctx, input, 350);
  const picture = await ctx.external.mapPictures?.map(request);
  if (picture) return provided('map', picture);
  return drawn(ctx, 'map', mapPreviewSvg({ ...request, caption: captions.map[ctx.lang] }));
}

function toPictureRequest(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.staticMap>,
  usual: number,
): PictureRequest {
  const { lat, lng, precision = 'zip_estimate' } = input;
  return { lat, lng, precision, lang: ctx.lang, ...sizeOf(input.size, usual) };
}

function provided(name: string, { type, bytes }: MapPicture): Download {
  return { filename: `${name}.${type.slice(6)}`, type, body: bytes, inline: true, maxAgeSeconds: 3600 };
}

/** Drawn images get a short cache lifetime where a provider is configured, because it may respond again in a minute. */
function drawn({ external }: ActionCtx, name: string, svg: string): Download {
  const maxAgeSeconds = external.mapPictures ? 60 : 3600;
  return { filename: `${name}.svg`, type: 'image/svg+xml', body: svg, inline: true, maxAgeSeconds };
}

function sizeOf(size: string | undefined, usual: number): { w: number; h: number } {
  const [w = usual, h = usual] = (size ?? '')
    .split('x')
    .map(Number)
    .filter((n) => n > 0);
  return { w: Math.min(w, 1280), h: Math.min(h, 1280) };
}

/**
 * The addresses of the latest appointments with a position. Reads another feature's table, which is allowed; writing
 * isn't.
 */
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
    const [, streetNumber = '', street = row.address] = /^(\d[\w/-]*)\s+(\S.*)$/.exec(row.address) ?? [];
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
