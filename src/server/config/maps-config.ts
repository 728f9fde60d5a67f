import { z } from 'zod/mini';
import { isBaseUrl } from './gateway-config.ts';

/** Providers of address search, maps and driving times, created with the rest of the configuration. */
export interface MapsConfig {
  /** Address of a Photon server; null: addresses are searched offline. No trailing slash. */
  readonly geocoderBase: string | null;
  /** Address of an OSRM server; null: driving times are estimated. No trailing slash. */
  readonly routingBase: string | null;
  /** The platform's key for Google's static images; null: we draw our own. */
  readonly apiKey: string | null;
  readonly apiBase: string;
  /** Signs image URLs where Google requires it. */
  readonly signingSecret: string | null;
}

const base = z
  .string()
  .check(z.refine(isBaseUrl, 'must be an address like https://host or http://host:port, without query'));

/** The variables of address search and maps. */
export const mapsVariables = {
  GEOCODER_API_BASE: z.optional(base),
  ROUTING_API_BASE: z.optional(base),
  MAPS_API_KEY: z.optional(z.string()),
  MAPS_API_BASE: z._default(base, 'https://maps.googleapis.com'),
  MAPS_SIGNING_SECRET: z.optional(
    z.string().check(z.regex(/^[\w-]+={0,2}$/, 'must be the secret as Google shows it')),
  ),
};

const shape = z.object(mapsVariables);
type Variables = z.infer<typeof shape>;

/** Reads the maps' part of the configuration. */
export function readMapsConfig(v: Variables): MapsConfig {
  const plain = (address: string) => address.replace(/(?<!\/)\/+$/, '');
  return {
    geocoderBase: v.GEOCODER_API_BASE === undefined ? null : plain(v.GEOCODER_API_BASE),
    routingBase: v.ROUTING_API_BASE === undefined ? null : plain(v.ROUTING_API_BASE),
    apiKey: v.MAPS_API_KEY?.trim() || null,
    apiBase: plain(v.MAPS_API_BASE),
    signingSecret: v.MAPS_SIGNING_SECRET ?? null,
  };
}

/** Returns the errors in the maps' part: one line per variable. */
export function mapsProblems(v: Variables, isProduction: boolean): string[] {
  const problems: string[] = [];
  const wrong = (name: string, words: string) => problems.push(`${name}: ${words}`);
  if (isProduction && new URL(v.MAPS_API_BASE).protocol !== 'https:') {
    wrong('MAPS_API_BASE', 'must start with https:// in production, since the key travels with every call');
  }
  if (v.MAPS_SIGNING_SECRET !== undefined && !v.MAPS_API_KEY?.trim()) {
    wrong('MAPS_SIGNING_SECRET', 'needs MAPS_API_KEY, too');
  }
  return problems;
}
