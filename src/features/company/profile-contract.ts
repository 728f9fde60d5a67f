import { z } from 'zod/mini';
import { asCode } from '#wire/fields.ts';
import { action, read } from '#wire/route.ts';

/** A company's id, request id or public name. */
const companyName = z.string().check(z.regex(/^[\w-]{3,64}$/, 'Not a valid link'));
const link = { param: 'id', kind: 'company' } as const;

/** A company's public profile. */
const companyProfile = z.object({
  request_id: z.string(),
  public_slug: z.string(),
  names: z.object({ company_name: z.string(), owner_name: z.string() }),
  /** URL paths (below /api) that need no login, or null. */
  logos: z.object({ logo: z.nullable(z.string()), header_logo: z.nullable(z.string()) }),
  signature: z.nullable(z.string()),
  /** On one line. */
  address: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  country_code: z.string(),
  address_lat_long: z.nullable(z.object({ lat: z.number(), lng: z.number() })),
  company_phone: z.string(),
  company_email: z.string(),
  website: z.string(),
  social_links: z.record(z.string(), z.string()),
  video_url: z.string(),
  service_area: z.string(),
  /** Miles around the address, or null. */
  service_radius: z.nullable(z.number()),
  /** HTML. */
  about_company: z.string(),
  /** Where visitors request an appointment, and where they book a free time themselves, or null if they can't. */
  booking: z.object({ request: z.string(), schedule: z.nullable(z.string()) }),
  /** Path of the list of sample reports, or null if the company shows none. */
  sample_reports: z.nullable(z.string()),
  /** `price` is null unless the company shows its prices. */
  services: z.array(z.object({ name: z.string(), description: z.string(), price: z.nullable(z.number()) })),
  currency: z.number(),
  currencySymbol: z.string(),
  date_format: z.string(),
  timezone: z.string(),
});
export type CompanyProfile = z.infer<typeof companyProfile>;

export const getProfile = read('GET /v2/company/{id}/profile', {
  access: 'anyone',
  link,
  summary: 'Returns the public profile of a company by id, request id or public name. No login required.',
  input: z.object({ id: companyName }),
  output: companyProfile,
  invalidates: ['company'],
});

export const getPublicPicture = action('GET /v2/public/companies/{id}/pictures/{name}', {
  access: 'link',
  link,
  summary: 'Returns a picture of the public profile: logo, header_logo or signature.',
  input: z.object({
    id: companyName,
    name: z.enum(['logo', 'header_logo', 'signature']),
    /** Changes with the picture, so that caches don't return the old one. */
    v: z.optional(z.string().check(asCode, z.maxLength(40))),
  }),
  download: true,
});
