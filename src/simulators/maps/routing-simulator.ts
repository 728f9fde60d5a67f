import {
  json,
  type SimApi,
  type SimCall,
  type SimListener,
  type SimReply,
  startListener,
} from '../pay/kit/listener.ts';

/** How the roads of the simulated country are. */
export interface RoutingSimulatorOptions {
  /** Of driving; other than our own estimate, so that tests see which one counts. */
  readonly secondsPerKm: number;
  /** Places north of it can't be reached from those south of it, nor the other way. */
  readonly shoreLatitude?: number;
}

const mostPlaces = 100;

/** Starts a simulator of OSRM's `table` service on a local port. */
export function startRoutingSimulator(options: RoutingSimulatorOptions): Promise<SimListener> {
  const api: SimApi = {
    routes: [['GET', /^\/table\/v1\/driving\/([^/]+)$/, (call) => table(call, options)]],
    notFound: () => json(400, { code: 'InvalidService', message: 'Service not found!' }),
    rateLimited: () => json(429, { message: 'Too many requests' }),
    unauthorized: () => json(403, { message: 'Forbidden' }),
  };
  return startListener(api);
}

function table(
  { params, query }: SimCall,
  { secondsPerKm, shoreLatitude }: RoutingSimulatorOptions,
): SimReply {
  const places = decodeURIComponent(params[0] ?? '')
    .split(';')
    .map((one) => one.split(',').map(Number))
    .map(([lng = Number.NaN, lat = Number.NaN]) => ({ lat, lng }));
  if (places.some(({ lat, lng }) => !(Math.abs(lat) <= 90) || !(Math.abs(lng) <= 180)))
    return json(400, { code: 'InvalidQuery', message: 'Query string malformed close to position 0' });
  if (places.length > mostPlaces) return json(400, { code: 'TooBig', message: 'Too many table coordinates' });
  const chosen = (name: string) => {
    const listed = query.get(name) ?? 'all';
    return listed === 'all' ? places.map((_, i) => i) : listed.split(';').map(Number);
  };
  const isNorth = (i: number) => shoreLatitude !== undefined && (places[i]?.lat ?? 0) > shoreLatitude;
  const seconds = (from: number, to: number) => {
    const [a, b] = [places[from], places[to]];
    if (!a || !b || isNorth(from) !== isNorth(to)) return null;
    return Math.round(kmBetween(a, b) * secondsPerKm * 10) / 10;
  };
  const [sources, destinations] = [chosen('sources'), chosen('destinations')];
  if ([...sources, ...destinations].some((i) => places[i] === undefined))
    return json(400, { code: 'InvalidOptions', message: 'Coordinates are invalid' });
  const waypoints = (list: number[]) =>
    list.map((i) => ({ hint: 'sim', distance: 0, name: '', location: [places[i]?.lng, places[i]?.lat] }));
  return json(200, {
    code: 'Ok',
    durations: sources.map((from) => destinations.map((to) => seconds(from, to))),
    sources: waypoints(sources),
    destinations: waypoints(destinations),
  });
}

interface Point {
  lat: number;
  lng: number;
}

function kmBetween(a: Point, b: Point): number {
  const rad = Math.PI / 180;
  const cosine =
    Math.sin(a.lat * rad) * Math.sin(b.lat * rad) +
    Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.cos((a.lng - b.lng) * rad);
  return 6371.0088 * Math.acos(Math.min(1, cosine));
}
