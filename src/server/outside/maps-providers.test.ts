import { afterAll, afterEach, expect, test } from 'vitest';
import { simPng, startMapsSimulator } from '#simulators/maps/maps-simulator.ts';
import { testClock } from '../clock.ts';
import type { MapsConfig } from '../config/maps-config.ts';
import { METRES_PER_MILE } from './maps.ts';
import { signUrlPath } from './maps-google.ts';
import { openMaps } from './maps-open.ts';

const key = 'AIza-secret-of-the-platform';
const signingSecret = 'vNIXE0xscrmjlyV-12Nj_BvUPaw=';
const sim = await startMapsSimulator({ key });
const strict = await startMapsSimulator({ key, signingSecret });
afterAll(() => Promise.all([sim.stop(), strict.stop()]));
afterEach(() => {
  sim.faults.clear();
  sim.forget();
});

function opened(config: Partial<MapsConfig> = {}, patienceMs = 5000) {
  const lines: object[] = [];
  const record = (facts: object, message: string) => void lines.push({ ...facts, message });
  const all = {
    geocoderBase: sim.url,
    routingBase: null,
    apiKey: key,
    apiBase: sim.url,
    signingSecret: null,
    ...config,
  };
  const maps = openMaps({
    config: all,
    clock: testClock('2026-11-21T20:00:00.000Z'),
    log: { info: record, warn: record },
    kit: { timeoutsMs: { read: patienceMs } },
  });
  return { ...maps, lines };
}
const capitol = { lat: 30.2747, lng: -97.7404 };
const near = { bias: capitol, radiusM: 10 * METRES_PER_MILE, country: 'US', session: '', limit: 8 };
const request = { ...capitol, w: 350, h: 350, precision: 'rooftop', lang: 'en' } as const;
const offline = { geocoderBase: null, apiKey: null };

test('Photon’s houses keep their own position, a street takes the typed number, and a shop is no address', async () => {
  const { maps } = opened();
  const found = await maps.suggest('1100 Congress Avenue', near);
  expect(found.map((one) => [one.fullAddress, one.precision])).toEqual([
    ['1100 Congress Avenue, Austin, TX 78701', 'rooftop'],
  ]);
  expect(found[0]).toMatchObject({
    street: 'Congress Avenue',
    streetNumber: '1100',
    neighborhood: 'Downtown',
    state: 'TX',
    cp: '78701',
    coordinates: capitol,
    distance: 0,
    timezone: 'America/Chicago',
  });
  expect(await maps.resolve(found[0]?.id ?? '', '')).toMatchObject({ coordinates: capitol });
  const query = new URLSearchParams(sim.requests()[0]?.query);
  expect(query.getAll('layer')).toEqual(['house', 'street']);
  expect(Object.fromEntries(query)).toMatchObject({
    q: '1100 Congress Avenue',
    lat: '30.2747',
    lon: '-97.7404',
    countrycode: 'US',
    limit: '8',
  });
  const [, street] = await maps.suggest('77 Congress Austin', near);
  expect(street).toMatchObject({ fullAddress: '77 Congress Avenue, Austin, TX 78701', precision: 'street' });
  expect(maps.attribution).toContain('OpenStreetMap');
});

test('a typed address takes Photon’s position only if ZIP code and state agree', async () => {
  const { maps } = opened();
  const address = { street: '1100 Congress Avenue', city: 'Austin', state: 'TX', zip_code: '78701' };
  expect(await maps.geocode(address)).toMatchObject({ precision: 'rooftop', coordinates: capitol });
  const dallas = await maps.geocode({ ...address, city: 'Dallas', zip_code: '75201' });
  expect(dallas).toMatchObject({ precision: 'zip_estimate', city: 'Dallas', cp: '75201' });
  expect(await maps.reverse(capitol)).toMatchObject({
    fullAddress: '1100 Congress Avenue, Austin, TX 78701',
  });
});

test.each([
  ['responds 503', { kind: 'status', code: 503 }],
  ['responds with malformed JSON', { kind: 'malformed_json' }],
  ['resets the connection', { kind: 'reset' }],
  ['times out', { kind: 'timeout_before_commit' }],
  ['limits our rate', { kind: 'rate_limit', retryAfter: 30 }],
] as const)('falls back immediately when a provider %s', async (_, action) => {
  const { maps, mapPictures, lines } = opened({}, action.kind === 'timeout_before_commit' ? 150 : 5000);
  const without = opened(offline);
  sim.faults.add({ action, times: 9 });
  const text = '1100 Congress Ave, Austin, TX 78701';
  expect(await maps.suggest(text, near)).toEqual(await without.maps.suggest(text, near));
  expect(await mapPictures?.street({ ...request, address: text })).toBeNull();
  expect(sim.requests()).toHaveLength(2);
  if (action.kind !== 'malformed_json') expect(await mapPictures?.map(request)).toBeNull();
  expect(JSON.stringify(lines)).not.toContain(key);
  expect(JSON.stringify(lines)).not.toContain('Congress');
});

test('a provider that keeps failing is not called for a while', async () => {
  const { mapPictures } = opened();
  sim.faults.add({ action: { kind: 'status', code: 503 }, times: 99 });
  for (let n = 0; n < 8; n += 1) expect(await mapPictures?.map(request)).toBeNull();
  expect(sim.requests()).toHaveLength(5);
});

test('requests map and street view at twice the resolution, limited to the provider’s maximum', async () => {
  const { mapPictures } = opened();
  const map = await mapPictures?.map({ ...request, w: 1280, h: 640 });
  expect(map?.type).toBe('image/png');
  expect(Buffer.from(map?.bytes ?? []).equals(simPng)).toBe(true);
  expect(Object.fromEntries(new URLSearchParams(sim.requests()[0]?.query))).toEqual({
    center: '30.2747,-97.7404',
    zoom: '17',
    size: '640x320',
    scale: '2',
    markers: 'color:0xe8590c|30.2747,-97.7404',
    language: 'en',
    key,
  });
  const street = { ...request, w: 600, h: 600, address: '1100 Congress Ave, Austin' };
  expect((await mapPictures?.street(street))?.type).toBe('image/png');
  expect(await mapPictures?.street({ ...street, precision: 'zip_estimate' })).not.toBeNull();
  const places = sim.requests().map((one) => new URLSearchParams(one.query).get('location'));
  expect(places.slice(-1)).toEqual(['1100 Congress Ave, Austin']);
  expect(await mapPictures?.street({ ...street, lat: 40 })).toBeNull();
});

test('returns no image when the key is wrong', async () => {
  const { mapPictures } = opened({ apiKey: 'other' });
  expect(await mapPictures?.map(request)).toBeNull();
  expect(await mapPictures?.street({ ...request, address: '' })).toBeNull();
});

test('signs URLs like Google’s own example when there is a secret', async () => {
  expect(signUrlPath('/maps/api/geocode/json?address=New+York&client=clientID', signingSecret)).toBe(
    'chaRF2hTJKOScPr-RQCEhZbSzIE=',
  );
  expect(signUrlPath('/maps/api/geocode/json?address=New+Yorl&client=clientID', signingSecret)).not.toBe(
    'chaRF2hTJKOScPr-RQCEhZbSzIE=',
  );
  const signed = opened({ apiBase: strict.url, signingSecret });
  expect(await signed.mapPictures?.map(request)).not.toBeNull();
  expect(await opened({ apiBase: strict.url }).mapPictures?.map(request)).toBeNull();
});

test('makes no outside calls without address and key', async () => {
  const { maps, mapPictures } = opened(offline);
  expect(mapPictures).toBeNull();
  await maps.suggest('1100 Congress Avenue', near);
  await maps.geocode({ street: '1100 Congress Avenue', city: 'Austin', state: 'TX', zip_code: '78701' });
  expect(sim.requests()).toEqual([]);
});
