import { afterAll, expect, test, vi } from 'vitest';
import { simPng, startMapsSimulator } from '#simulators/maps/maps-simulator.ts';
import { startTestApp } from '#testing/test-app.ts';
import { searchAddress, staticMap, streetView } from './contract.ts';

const key = 'AIza-secret-of-the-platform';
const sim = await startMapsSimulator({ key });
afterAll(() => sim.stop());
const plain = await startTestApp();
const testApp = await startTestApp({
  env: { GEOCODER_API_BASE: sim.url, MAPS_API_KEY: key, MAPS_API_BASE: sim.url },
});
const capitol = { lat: 30.2747, lng: -97.7404, precision: 'rooftop' } as const;

test('without an API key the images are drawn locally and no request is sent', async () => {
  const owner = await plain.create.owner();
  const calls = vi.spyOn(globalThis, 'fetch');
  const map = await owner.request(staticMap, capitol);
  expect(map.raw.toString()).toContain('Offline map');
  const street = await owner.request(streetView, { ...capitol, address: '1100 Congress Ave' });
  expect(street.raw.toString()).toContain('Street imagery requires a map provider');
  const found = await owner.call(searchAddress, { text: '1100 Congress Ave, Austin, TX 78701' });
  expect(found[0]).toMatchObject({ precision: 'zip_estimate' });
  expect(found[0]).not.toHaveProperty('attribution');
  expect(calls).not.toHaveBeenCalled();
  calls.mockRestore();
});

test('with an API key the server proxies the provider’s image without exposing the key', async () => {
  const owner = await testApp.create.owner();
  const map = await owner.request(staticMap, capitol);
  const street = await owner.request(streetView, { ...capitol, address: '1100 Congress Ave' });
  for (const answer of [map, street]) {
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('image/png');
    expect(answer.raw.equals(simPng)).toBe(true);
    expect(JSON.stringify(answer.headers)).not.toContain(key);
  }
  const found = await owner.call(searchAddress, { text: '1100 Congress Avenue' });
  expect(found[0]).toMatchObject({ precision: 'rooftop', attribution: '© OpenStreetMap contributors' });
  expect(JSON.stringify(testApp.logs)).not.toContain(key);
});

test('while the provider is down or has no image, a drawn one is returned and cached only briefly', async () => {
  const owner = await testApp.create.owner();
  const nowhere = await owner.request(streetView, { ...capitol, lat: 40, address: '1 Main St' });
  expect(nowhere.raw.toString()).toContain('No street imagery available here');
  sim.faults.add({ action: { kind: 'status', code: 500 }, times: 9 });
  const map = await owner.request(staticMap, capitol);
  expect(map.status).toBe(200);
  expect(map.raw.toString()).toContain('Offline map');
  expect(map.headers['cache-control']).toContain('max-age=60');
  const found = await owner.call(searchAddress, { text: '1100 Congress Ave, Austin, TX 78701' });
  expect(found[0]).toMatchObject({ precision: 'zip_estimate' });
});
