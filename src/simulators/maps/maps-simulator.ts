import { createHmac } from 'node:crypto';
import {
  json,
  type SimApi,
  type SimCall,
  type SimListener,
  type SimReply,
  startListener,
} from '../pay/kit/listener.ts';

/** A house or street as in OpenStreetMap: what Photon returns. */
interface SimPlace {
  readonly at: readonly [lng: number, lat: number];
  readonly properties: Readonly<Record<string, string>>;
}

const austin = {
  city: 'Austin',
  county: 'Travis County',
  state: 'Texas',
  countrycode: 'US',
  country: 'United States',
};
const places: readonly SimPlace[] = [
  {
    at: [-97.7404, 30.2747],
    properties: {
      ...austin,
      housenumber: '1100',
      street: 'Congress Avenue',
      district: 'Downtown',
      postcode: '78701',
      osm_key: 'building',
      type: 'house',
    },
  },
  {
    at: [-97.7433, 30.2669],
    properties: { ...austin, name: 'Congress Avenue', postcode: '78701', osm_key: 'highway', type: 'street' },
  },
  {
    at: [-97.7427, 30.2695],
    properties: { ...austin, name: 'Congress Café', postcode: '78701', osm_key: 'amenity', type: 'house' },
  },
  {
    at: [10.0, 53.55],
    properties: {
      housenumber: '1',
      street: 'Congress Platz',
      city: 'Hamburg',
      state: 'Hamburg',
      countrycode: 'DE',
      postcode: '20095',
      osm_key: 'building',
      type: 'house',
    },
  },
];

/** The smallest possible PNG: one pixel. */
export const simPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);

/** Settings of the maps simulator in addition to its places. */
export interface MapsSimulatorOptions {
  readonly key: string;
  /** Every image request must be signed with it. */
  readonly signingSecret?: string;
}

/** Starts a simulator of Photon and Google Maps (static map, street view) on one local port. */
export function startMapsSimulator(options: MapsSimulatorOptions): Promise<SimListener> {
  const guarded = (answer: (call: SimCall) => SimReply) => (call: SimCall) =>
    isAllowed(call, options) ? answer(call) : refused;
  const api: SimApi = {
    routes: [
      ['GET', /^\/api$/, search],
      ['GET', /^\/reverse$/, reverse],
      ['GET', /^\/maps\/api\/staticmap$/, guarded(staticMap)],
      [
        'GET',
        /^\/maps\/api\/streetview\/metadata$/,
        (call) =>
          isAllowed(call, options)
            ? metadata(call)
            : json(200, { status: 'REQUEST_DENIED', error_message: 'The provided API key is invalid.' }),
      ],
      ['GET', /^\/maps\/api\/streetview$/, guarded(streetView)],
    ],
    notFound: () => json(404, { message: 'Not found' }),
    rateLimited: () => json(429, { message: 'Too many requests' }),
    unauthorized: () => refused,
  };
  return startListener(api);
}

const refused: SimReply = {
  status: 403,
  headers: { 'content-type': 'text/plain' },
  body: 'The Google Maps Platform server rejected your request. The provided API key is invalid.',
};

function isAllowed(call: SimCall, { key, signingSecret }: MapsSimulatorOptions): boolean {
  if (call.query.get('key') !== key) return false;
  if (signingSecret === undefined) return true;
  const query = new URLSearchParams(call.query);
  const signature = query.get('signature');
  query.delete('signature');
  const digest = createHmac('sha1', Buffer.from(signingSecret, 'base64url'));
  return digest.update(`${call.path}?${query}`).digest('base64url') === signature?.replace(/=+$/, '');
}

const geoJson = (found: readonly SimPlace[]): SimReply =>
  json(200, {
    type: 'FeatureCollection',
    features: found.map(({ at, properties }) => ({
      type: 'Feature',
      properties: { osm_type: 'W', osm_id: 1, ...properties },
      geometry: { type: 'Point', coordinates: at },
    })),
  });

function search({ query }: SimCall): SimReply {
  const words = (query.get('q') ?? '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  if (words.length === 0) return json(400, { message: "missing search term 'q'" });
  const layers = query.getAll('layer');
  const countries = query.getAll('countrycode');
  const found = places.filter(({ properties: p }) => {
    const has = Object.values(p).join(' ').toLowerCase();
    const isWanted = words.filter((word) => has.includes(word)).length >= Math.min(2, words.length);
    const isLayer = layers.length === 0 || layers.includes(p.type ?? '');
    const isCountry = countries.length === 0 || countries.includes(p.countrycode ?? '');
    return isWanted && isLayer && isCountry;
  });
  return geoJson(found.slice(0, Number(query.get('limit') ?? 15)));
}

function reverse({ query }: SimCall): SimReply {
  const [lat, lon] = [Number(query.get('lat')), Number(query.get('lon'))];
  return geoJson(places.filter(({ at }) => Math.hypot(at[0] - lon, at[1] - lat) < 0.002).slice(0, 1));
}

const picture = (): SimReply => ({
  status: 200,
  headers: { 'content-type': 'image/png' },
  body: '',
  bytes: simPng,
});

function staticMap({ query }: SimCall): SimReply {
  const isWhole = query.get('center') && query.get('zoom') && isSize(query.get('size'));
  return isWhole ? picture() : json(400, { message: 'center, zoom and size are needed' });
}

function metadata({ query }: SimCall): SimReply {
  const location = query.get('location');
  if (!location) return json(200, { status: 'INVALID_REQUEST' });
  const hasImagery = location.startsWith('30.') || location.includes('Austin');
  return json(
    200,
    hasImagery ? { status: 'OK', pano_id: 'sim-1', date: '2025-06' } : { status: 'ZERO_RESULTS' },
  );
}

function streetView({ query }: SimCall): SimReply {
  return isSize(query.get('size')) ? picture() : json(400, { message: 'size is needed' });
}

function isSize(size: string | null): boolean {
  const [w = 0, h = 0] = (size ?? '').split('x').map(Number);
  return w > 0 && h > 0 && w <= 640 && h <= 640;
}
