import type { AddressResult } from './address-result.ts';

/**
 * Encodes an address as an id. The id contains the address itself, so any process can resolve it without stored
 * searches.
 */
export function encodeAddressId(address: AddressResult): string {
  return Buffer.from(JSON.stringify(address)).toString('base64url');
}

/** Returns the address of an id; null for anything that is not one of ours. */
export function decodeAddressId(id: string): AddressResult | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(id, 'base64url').toString('utf8'));
    return isAddress(read) ? onlyOurs(read) : null;
  } catch {
    return null;
  }
}

const PRECISIONS = ['rooftop', 'interpolated', 'street', 'zip_estimate'];
const LONGEST = 300;

function isAddress(read: unknown): read is AddressResult {
  if (typeof read !== 'object' || read === null) return false;
  const { coordinates, precision, ...texts } = read as Partial<AddressResult>;
  return (
    Object.values(texts).length === 9 &&
    Object.values(texts).every((text) => typeof text === 'string' && text.length <= LONGEST) &&
    PRECISIONS.includes(precision ?? '') &&
    Number.isFinite(coordinates?.lat) &&
    Number.isFinite(coordinates?.lng)
  );
}

function onlyOurs(address: AddressResult): AddressResult {
  const { lat, lng } = address.coordinates;
  return { ...address, coordinates: { lat, lng } };
}
