import type { Place } from '#domain/scheduling/travel.ts';
import type { Company } from '#features/company/get-company.ts';
import { zipInfo } from '#server/outside/maps.ts';

/** An address with its position, as far as it is known. */
interface Located {
  lat?: number | null;
  lng?: number | null;
  zip?: string | null;
}

/** Returns where an address is: its position, or the center of its US ZIP code; null if neither is known. */
export function placeOf(company: Pick<Company, 'country_code'>, address: Located = {}): Place | null {
  const { lat, lng, zip } = address;
  if (typeof lat === 'number' && typeof lng === 'number') return { lat, lng };
  const area = zip && company.country_code === 'US' ? zipInfo(zip) : null;
  return area && { lat: area.lat, lng: area.lng };
}

/** Returns where the company is, which is the home base of technicians without their own. */
export function companyPlace(
  company: Pick<Company, 'country_code' | 'lat' | 'lng' | 'zip_code'>,
): Place | null {
  return placeOf(company, { lat: company.lat, lng: company.lng, zip: company.zip_code });
}
