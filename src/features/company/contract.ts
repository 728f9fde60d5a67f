import { z } from 'zod/mini';
import { asLine, id, optionalText, queryLatitude, queryLongitude, queryNumber } from '#wire/fields.ts';
import { action } from '#wire/route.ts';

const point = z.object({ lat: z.number(), lng: z.number() });

export const getFile = action('GET /v2/files/{id}', {
  access: 'member',
  summary: 'Downloads a stored picture or document of the company.',
  input: z.object({ id }),
  download: true,
});

/** An address search result (specification section 3, "Address search result"). */
const addressResult = z.object({
  id: z.string(),
  fullAddress: z.string(),
  street: z.string(),
  streetNumber: z.string(),
  neighborhood: z.string(),
  city: z.string(),
  state: z.string(),
  cp: z.string(),
  country: z.string(),
  coordinates: point,
  precision: z.string(),
  timezone: z.string(),
  /** Miles from the center of the search. */
  distance: z.nullable(z.number()),
  /** The attribution that the provider's terms require next to its results. */
  attribution: z.optional(z.string()),
});
export type AddressResult = z.infer<typeof addressResult>;

export const searchAddress = action('GET /v2/geo/search', {
  access: 'member',
  summary:
    'Finds addresses (never cities alone) that match the text: addresses the company used before first, then the nearest.',
  input: z.object({
    text: z.string('Text is required').check(asLine, z.maxLength(200, 'At most 200 characters')),
    lat: z.optional(queryLatitude),
    lng: z.optional(queryLongitude),
    /** Meters; defaults to the company's service radius or 100 miles. */
    radius: z.optional(
      queryNumber.check(z.gt(0, 'Radius must be more than 0'), z.lte(1_000_000, 'Radius is too large')),
    ),
    session: optionalText(80),
  }),
  output: z.array(addressResult),
  invalidates: ['geo'],
});

export const geocodeAddress = action('GET /v2/geo/geocode', {
  access: 'member',
  summary: 'Returns the position of an address entered in separate fields, or null.',
  input: z.object({
    address: optionalText(200),
    city: optionalText(120),
    state: optionalText(60),
    zip_code: optionalText(12),
  }),
  output: z.nullable(addressResult),
  invalidates: ['geo'],
});

const picture = {
  lat: queryLatitude,
  lng: queryLongitude,
  precision: z.optional(z.enum(['rooftop', 'interpolated', 'street', 'zip_estimate'])),
  /** `600x600`; at most 1280 pixels per side. */
  size: z.optional(z.string().check(z.regex(/^\d{2,4}x\d{2,4}$/, 'Size must look like 600x600'))),
};

export const streetView = action('GET /v2/geo/street-view', {
  access: 'member',
  summary: 'Returns a street view image of a point (600x600 by default).',
  input: z.object({ ...picture, address: optionalText(300) }),
  download: true,
});

export const staticMap = action('GET /v2/geo/static-map', {
  access: 'member',
  summary: 'Returns a map image of a point (350x350 by default).',
  input: z.object(picture),
  download: true,
});
