import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod/mini';
import type { Call } from '#server/context.ts';
import type { Precision } from '#server/outside/address-result.ts';
import { addressKey } from '#server/outside/maps-address-line.ts';

/** Where a property is, and how exactly that is known. */
export interface PropertyPlace {
  lat: number;
  lng: number;
  location_precision: Precision;
}

/** An address of the form with the place that came with it. */
interface PlacedAddress {
  /** Absent where only the ZIP code is sent. */
  address?: string;
  zip_code: string;
  place: string;
}

const precisions = ['rooftop', 'interpolated', 'street', 'zip_estimate'] as const;
const signed = z.tuple([z.string(), z.string(), z.number(), z.number(), z.enum(precisions)]);

/**
 * Returns a place of this company's form that visitors can send back but not change: which address it belongs to, its
 * position, and a signature.
 */
export function signPlace(
  ctx: Call,
  { address, zip_code }: { address: string; zip_code: string },
  { lat, lng, location_precision }: PropertyPlace,
): string {
  const text = JSON.stringify([addressKey(address), zip_code, lat, lng, location_precision]);
  const payload = Buffer.from(text).toString('base64url');
  return `${payload}.${signatureOf(ctx, payload)}`;
}

/** Returns the position of a place that was signed for this address; null for any other. */
export function readPlace(ctx: Call, { address, zip_code, place }: PlacedAddress): PropertyPlace | null {
  const [payload = '', signature = ''] = place.split('.');
  if (payload === '' || !isEqual(signature, signatureOf(ctx, payload))) return null;
  const [key, zip, lat, lng, location_precision] = signed.parse(
    JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')),
  );
  if (zip !== zip_code || (address !== undefined && key !== addressKey(address))) return null;
  return { lat, lng, location_precision };
}

function signatureOf({ installation, subscriberId }: Call, payload: string): string {
  return installation.sign('booking-place', `${subscriberId} ${payload}`);
}

function isEqual(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
