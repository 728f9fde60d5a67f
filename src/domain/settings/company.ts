/** Settings of the company itself: its profile, formats and public page. */

import { dateFormats } from '../base/date-formats.ts';
import { optionalTexts } from './object-rules.ts';
import {
  accept,
  color,
  email,
  geoPoint,
  html,
  longHtmlLimit,
  oneOf,
  orEmpty,
  orNull,
  phone,
  reject,
  removeOnly,
  secureUrl,
  text,
  typed,
  url,
  wholeNumber,
  zip,
  zone,
} from './rules.ts';
import { columnSetting, internalSetting, setting } from './setting.ts';

/** The countries a company may be in; phone numbers and postal codes have rules for each (decisions G-SET-3). */
export const countryCodes = ['US', 'CA', 'AU', 'NZ', 'GB', 'DE', 'FR', 'AT', 'CH'] as const;
export const socialNetworks = [
  'facebook',
  'instagram',
  'linkedin',
  'youtube',
  'x',
  'google',
  'yelp',
] as const;
/** The default color of a company. */
export const defaultCompanyColor = '#1c7ed6';
export const alreadyUsed = 'already used';

const slug = typed<string>('text', (value) =>
  typeof value === 'string' && /^[a-z\d](?:[a-z\d-]{1,38})[a-z\d]$/.test(value.trim().toLowerCase())
    ? accept(value.trim().toLowerCase())
    : reject('Use 3 to 40 lowercase letters, digits or hyphens'),
);

export const companySettings = {
  company_name: columnSetting(text(120, 'Company name is required'), ({ owner }) => owner.company_name),
  company_phone: columnSetting(phone, ({ owner }) => owner.phone),
  company_email: columnSetting(orEmpty(email), ({ owner }) => owner.email),
  website: columnSetting(orEmpty(url('Website is not valid')), ''),
  address: columnSetting(text(200), ''),
  city: columnSetting(text(120), ''),
  state: columnSetting(text(120), ''),
  zip_code: columnSetting(zip, ''),
  address_lat_long: columnSetting(geoPoint, null, 'position'),
  logo: columnSetting(removeOnly, null, 'file'),
  header_logo: columnSetting(removeOnly, null, 'file'),
  signature: columnSetting(removeOnly, null, 'file'),
  timezone: columnSetting(zone, ({ timezone }) => timezone ?? 'America/New_York'),
  /** 1 USD, 2 CAD, 3 AUD, 4 NZD. */
  currency: columnSetting(oneOf([1, 2, 3, 4]), 1),
  date_format: columnSetting(oneOf(dateFormats), 'MM/DD/YYYY'),
  country_code: columnSetting(oneOf(countryCodes), 'US'),
  /** Links to the company's pages on other sites; absent where it has none. */
  social_links: setting(optionalTexts(socialNetworks, secureUrl), {}),
  /** Miles. */
  service_radius: setting(orNull(wholeNumber(1, 500)), null),
  /** `#rrggbb`: used for time slots with several technicians available. */
  company_color: setting(color, defaultCompanyColor),
  /** The preferred slug; a number is appended if another company has it. */
  public_slug: columnSetting(slug, ({ owner }) => toSlug(owner.company_name)),
  /** HTML. */
  about_company: setting(html(longHtmlLimit), ''),
  service_area: setting(text(2000), ''),
  video_url: setting(orEmpty(secureUrl), ''),
  owner_is_technician: internalSetting(true),
};

/** Converts a name to a URL slug: 3 to 40 characters of a-z, 0-9 and hyphen. */
export function toSlug(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '');
  return slug.length >= 3 ? slug : `company${slug === '' ? '' : `-${slug}`}`;
}
