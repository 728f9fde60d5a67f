import { afterAll, afterEach, expect, test } from 'vitest';
import { startRoutingSimulator } from '#simulators/maps/routing-simulator.ts';
import { testClock } from '../clock.ts';
import { openMaps } from './maps-open.ts';

const sim = await startRoutingSimulator({ secondsPerKm: 60, shoreLatitude: 40 });
afterAll(() => sim.stop());
afterEach(() => {
  sim.faults.clear();
  sim.forget();
});

function opened(patienceMs = 5000) {
  const lines: object[] = [];
  const record = (facts: object, message: string) => void lines.push({ ...facts, message });
  const config = { geocoderBase: null, apiKey: null, apiBase: sim.url, signingSecret: null };
  const { planner } = openMaps({
    config: { ...config, routingBase: sim.url },
    clock: testClock('2026-11-21T20:00:00.000Z'),
    log: { info: record, warn: record },
    kit: { timeoutsMs: { read: patienceMs } },
  });
  if (!planner) throw new Error('no routing server');
  return { planner, lines };
}
const austin = { lat: 30.27, lng: -97.74 };
const kyle = { lat: 29.99, lng: -97.88 };
const north = { lat: 41, lng: -97.74 };

test('a table is asked once for each direction, in the order longitude, latitude', async () => {
  const { planner } = opened();
  expect(await planner.measure(austin, [kyle, north, austin])).toEqual({
    onward: [34, null, 0],
    back: [34, null, 0],
  });
  expect(sim.requests().map(({ path, query }) => `${decodeURIComponent(path)}?${query}`)).toEqual([
    `/table/v1/driving/-97.74000,30.27000;-97.88000,29.99000;-97.74000,41.00000;-97.74000,30.27000?annotations=duration&sources=0`,
    `/table/v1/driving/-97.74000,30.27000;-97.88000,29.99000;-97.74000,41.00000;-97.74000,30.27000?annotations=duration&destinations=0`,
  ]);
});

test('errors, delays and malformed tables are logged without places and measure nothing', async () => {
  const { planner, lines } = opened(300);
  const faults = [
    { kind: 'status', code: 500 },
    { kind: 'status', code: 400, body: '{"code":"NoSegment","message":"Could not find a matching segment"}' },
    { kind: 'malformed_json' },
    { kind: 'reset' },
    { kind: 'timeout_before_commit' },
    { kind: 'status', code: 200, body: '{"code":"Ok","durations":[[0,"fast"],[1,0]]}' },
    { kind: 'status', code: 200, body: '{"code":"Ok","durations":[[0]]}' },
    { kind: 'truncate' },
  ] as const;
  for (const action of faults) {
    sim.faults.add({ action });
    expect(await planner.measure(austin, [kyle])).toBeNull();
    sim.faults.clear();
  }
  expect(
    await planner.measure(
      austin,
      Array.from({ length: 100 }, () => kyle),
    ),
  ).toBeNull();
  expect(lines.filter((line) => JSON.stringify(line).includes('estimated'))).toHaveLength(9);
  expect(JSON.stringify(lines)).not.toMatch(/97\.74|30\.27/);
});

test('a server that keeps failing is left alone for a minute', async () => {
  const { planner } = opened();
  sim.faults.add({ action: { kind: 'status', code: 503 }, times: 50 });
  for (let i = 0; i < 8; i += 1) expect(await planner.measure(austin, [kyle])).toBeNull();
  expect(sim.requests()).toHaveLength(5);
});
