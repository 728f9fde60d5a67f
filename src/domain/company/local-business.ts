/** What search engines learn about a company from its public profile. */

import { hasNorthAmericanPhone } from '../people/phone-format.ts';

/** The part of a public profile that is described. Paths are below `origin`. */
export interface DescribedCompany {
  public_slug: string;
  names: { company_name: string };
  logos: { logo: string | null; header_logo: string | null };
  street: string;
  city: string;
  state: string;
  zip_code: string;
  country_code: string;
  address_lat_long: { lat: number; lng: number } | null;
  company_phone: string;
  company_email: string;
  website: string;
  social_links: Record<string, string>;
  service_area: string;
  service_radius: number | null;
}

const metersPerMile = 1609.344;

/** Returns the one address under which a company's profile is listed. */
export function profileAddress(
  origin: string,
  { public_slug }: Pick<DescribedCompany, 'public_slug'>,
): string {
  return `${origin}/public-profile/${public_slug}`;
}

/**
 * Returns the schema.org LocalBusiness of a company: only what it has entered. It has no opening hours, because those of
 * technicians are not the company's, and no rating, because there are no reviews.
 */
export function localBusiness(origin: string, company: DescribedCompany): Record<string, unknown> {
  const { names, logos, company_phone, company_email, website, social_links } = company;
  const logo = logos.logo ?? logos.header_logo;
  const picture = logo ? { logo: origin + logo, image: origin + logo } : {};
  const links = [website, ...Object.values(social_links)].filter((one) => one !== '');
  return {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    name: names.company_name,
    url: profileAddress(origin, company),
    ...picture,
    ...(company_phone ? { telephone: internationalPhone(company_phone, company.country_code) } : {}),
    ...(company_email ? { email: company_email } : {}),
    ...(links.length > 0 ? { sameAs: links } : {}),
    ...addressOf(company),
    ...areaOf(company),
  };
}

function internationalPhone(phone: string, country: string): string {
  return /^\d{10}$/.test(phone) && hasNorthAmericanPhone(country) ? `+1${phone}` : phone;
}

function addressOf({ street, city, state, zip_code, country_code, address_lat_long }: DescribedCompany) {
  const parts = {
    streetAddress: street,
    addressLocality: city,
    addressRegion: state,
    postalCode: zip_code,
  };
  const known = Object.entries(parts).filter(([, value]) => value !== '');
  return {
    ...(known.length > 0
      ? { address: { '@type': 'PostalAddress', ...Object.fromEntries(known), addressCountry: country_code } }
      : {}),
    ...(address_lat_long ? { geo: pointOf(address_lat_long) } : {}),
  };
}

function areaOf({ service_area, service_radius, address_lat_long }: DescribedCompany) {
  const circle =
    service_radius && address_lat_long
      ? {
          '@type': 'GeoCircle',
          geoMidpoint: pointOf(address_lat_long),
          geoRadius: Math.round(service_radius * metersPerMile),
        }
      : null;
  const text = linesOf(service_area).join(', ');
  const areas = [text, circle].filter(Boolean);
  return areas.length > 0 ? { areaServed: areas.length === 1 ? areas[0] : areas } : {};
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const pointOf = ({ lat, lng }: { lat: number; lng: number }) => ({
  '@type': 'GeoCoordinates',
  latitude: lat,
  longitude: lng,
});
