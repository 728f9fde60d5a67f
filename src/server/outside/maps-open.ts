import type { Clock } from '../clock.ts';
import type { MapsConfig } from '../config/maps-config.ts';
import { type CallLog, createHttpClient, type HttpClientOptions } from './http-client.ts';
import { type Geocoder, offlineGeocoder } from './maps.ts';
import { googlePictures } from './maps-google.ts';
import { osrmPlanner, type RoutePlanner } from './maps-osrm.ts';
import { photonGeocoder } from './maps-photon.ts';
import type { MapPictures } from './maps-pictures.ts';

interface MapsOptions {
  readonly config: MapsConfig;
  readonly clock: Clock;
  readonly log: CallLog;
  /** For tests. */
  readonly kit?: Partial<HttpClientOptions>;
}

/** A user is typing or looking at an empty frame: after this time we respond without the provider. */
const patienceMs = 4000;

/**
 * Opens address search, map images and driving times as configured. Without an address and a key, nothing here makes
 * outside calls.
 */
export function openMaps(options: MapsOptions): {
  maps: Geocoder;
  mapPictures: MapPictures | null;
  planner: RoutePlanner | null;
} {
  const { config, clock, log } = options;
  const http = createHttpClient({ clock, log, timeoutsMs: { read: patienceMs }, ...options.kit });
  const offline = offlineGeocoder();
  const { geocoderBase, routingBase, apiKey: key, apiBase: base, signingSecret } = config;
  return {
    maps: geocoderBase === null ? offline : photonGeocoder(geocoderBase, http, offline, log),
    mapPictures: key === null ? null : googlePictures({ base, key, signingSecret }, http, log),
    planner: routingBase === null ? null : osrmPlanner(routingBase, http, log),
  };
}
