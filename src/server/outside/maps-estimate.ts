import { createHash } from 'node:crypto';
import type { AddressResult } from './address-result.ts';
import { addressKey } from './maps-address-line.ts';
import type { LatLng, Place } from './maps-gazetteer.ts';

const LARGEST_OFFSET_MILES = 0.4;
const MILES_PER_DEGREE = 69.05;

/**
 * Returns the address with an estimated position near the center of its ZIP code, always the same for the same address.
 */
export function estimatePosition(
  streetNumber: string,
  street: string,
  city: string,
  place: Place,
): AddressResult {
  const line = `${streetNumber} ${street}`.trim();
  return {
    fullAddress: [line, city, `${place.state} ${place.zip}`].filter(Boolean).join(', '),
    street,
    streetNumber,
    neighborhood: '',
    city,
    state: place.state,
    cp: place.zip,
    country: 'US',
    coordinates: line === '' ? roundPosition(place) : scattered(place, `${addressKey(line)}|${place.zip}`),
    precision: 'zip_estimate',
    timezone: place.timezone,
  };
}

/**
 * Returns a point of the disc around the center, evenly distributed and determined by the hash of the address alone.
 */
function scattered(centre: LatLng, key: string): LatLng {
  const hash = createHash('sha256').update(key).digest();
  const angle = (hash.readUInt32BE(0) / 2 ** 32) * 2 * Math.PI;
  const miles = Math.sqrt(hash.readUInt32BE(4) / 2 ** 32) * LARGEST_OFFSET_MILES;
  const lat = centre.lat + (miles * Math.sin(angle)) / MILES_PER_DEGREE;
  const shrink = Math.cos((centre.lat * Math.PI) / 180);
  return roundPosition({ lat, lng: centre.lng + (miles * Math.cos(angle)) / (MILES_PER_DEGREE * shrink) });
}

/** Six decimals: about 10 cm, and the precision of the database column. */
export const roundPosition = ({ lat, lng }: LatLng): LatLng => ({
  lat: Number(lat.toFixed(6)),
  lng: Number(lng.toFixed(6)),
});
