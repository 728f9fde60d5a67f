import { afterAll, afterEach, expect, test } from 'vitest';
import { estimateDrivingMinutes, kmBetween } from '#domain/scheduling/travel.ts';
import { updateSettings } from '#features/company/settings-contract.ts';
import { startRoutingSimulator } from '#simulators/maps/routing-simulator.ts';
import { bookedAppointment } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import * as limitsContract from './limits-contract.ts';
import * as slotsContract from './slots-contract.ts';

// Slow roads: three minutes per kilometer, where the estimate is less than half of that.
const sim = await startRoutingSimulator({ secondsPerKm: 180 });
afterAll(() => sim.stop());
afterEach(() => {
  sim.faults.clear();
  sim.forget();
});
const app = await startTestApp({ at: '2030-03-01T14:00:00Z', env: { ROUTING_API_BASE: sim.url } });
const plain = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const austin = { lat: 30.27, lng: -97.74 };
const near = { lat: 30.4, lng: -97.74 };
const day = { fromDate: '2030-03-08', toDate: '2030-03-08' };
const way = Math.ceil(kmBetween(austin, near) * 3);

async function company(inApp = app): Promise<TestUser> {
  const owner = await inApp.create.owner();
  await owner.call(updateSettings, { subscriberId: owner.subscriberId, road_aware_slots: true });
  await owner.call(limitsContract.changeLimits, { id: owner.id, home: { address: '1 Main St', ...austin } });
  await bookedAppointment(owner, { at: '2030-03-08T12:00', duration: 2, address_lat_long: austin });
  return owner;
}
async function hours(owner: TestUser) {
  const { timeSlots } = await owner.call(slotsContract.listSlots, { ...day, ...near, duration: 2 });
  return timeSlots.map((slot) => [slot.hour, slot.values[0]?.extra_minutes]);
}
const estimated = [8, 9, 15, 16, 17].map((hour) => [hour, 2 * estimateDrivingMinutes(austin, near)]);
const measured = [8, 9, 15, 16, 17].map((hour) => [hour, 2 * way]);

test('slots use measured ways, which are measured once', async () => {
  const owner = await company();
  expect(await hours(owner)).toEqual(estimated);
  const measure = () => owner.call(slotsContract.measureTravel, { ...day, ...near });
  // The home and the appointment are the same place.
  expect(await measure()).toEqual({ measured: 1 });
  expect(await hours(owner)).toEqual(measured);
  expect(await measure()).toEqual({ measured: 0 });
  expect(sim.requests()).toHaveLength(2);
  // Another company knows nothing of it.
  expect(await hours(await company())).toEqual(estimated);
});

test('ways are estimated while the routing server is down, and measured afterwards', async () => {
  const owner = await company();
  sim.faults.add({ action: { kind: 'status', code: 500 } });
  expect(await owner.call(slotsContract.measureTravel, { ...day, ...near })).toEqual({ measured: 0 });
  expect(await hours(owner)).toEqual(estimated);
  expect(await owner.call(slotsContract.measureTravel, { ...day, ...near })).toEqual({ measured: 1 });
  expect(await hours(owner)).toEqual(measured);
});

test('nothing is measured without a routing server or the setting', async () => {
  const owner = await company(plain);
  expect(await owner.call(slotsContract.measureTravel, { ...day, ...near })).toEqual({ measured: 0 });
  const other = await company();
  await other.call(updateSettings, { subscriberId: other.subscriberId, road_aware_slots: false });
  expect(await other.call(slotsContract.measureTravel, { ...day, ...near })).toEqual({ measured: 0 });
  expect(sim.requests()).toEqual([]);
});
