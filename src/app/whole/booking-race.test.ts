import { expect, test } from 'vitest';
import { listAppointments } from '#features/appointments/list-contract.ts';
import { overlappingStart, raceBookings } from '#testing/booking-race.ts';
import { chosenServices, defaultProperty, newClient } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';

const testApp = await startTestApp();
const origin = await testApp.app.listen({ port: 0, host: '127.0.0.1' });
const writers = 100;

async function bookingsOf(
  owner: Awaited<ReturnType<typeof testApp.create.owner>>,
  technicians: (n: number) => string[],
) {
  const services = await chosenServices(owner);
  const client = await newClient(owner);
  return Array.from({ length: writers }, (_, n) => ({
    ...defaultProperty,
    date_time: overlappingStart(n),
    services,
    clients: [client],
    inspectors: technicians(n),
    order_id: `R-${n}`,
  }));
}

test('of 100 concurrent bookings of one technician at overlapping times one succeeds and 99 get CONFLICT', async () => {
  const owner = await testApp.create.owner();
  const result = await raceBookings(origin, owner.token ?? '', await bookingsOf(owner, () => [owner.id]));
  expect(result).toMatchObject({ statuses: { 200: 1, 409: 99 }, types: { none: 1, CONFLICT: 99 } });
  const { pageData, pageInfo } = await owner.call(listAppointments);
  expect([pageData.length, pageInfo.total]).toEqual([1, 1]);
  expect(testApp.logs).toEqual([]);
});

test('concurrent bookings of two technicians in alternating order do not deadlock, and only one succeeds', async () => {
  const owner = await testApp.create.owner();
  const other = await testApp.create.member(owner, { type: 'technician' });
  const bookings = await bookingsOf(owner, (n) => (n % 2 ? [owner.id, other.id] : [other.id, owner.id]));
  const result = await raceBookings(origin, owner.token ?? '', bookings);
  expect(result.statuses).toEqual({ 200: 1, 409: 99 });
  expect(testApp.logs).toEqual([]);
});

test('100 concurrent bookings with the same order id each get a unique one', async () => {
  const owner = await testApp.create.owner();
  const bookings = await bookingsOf(owner, () => []);
  const requests = bookings.map((booking, n) => ({
    ...booking,
    date_time: `2030-04-${String(1 + (n % 28)).padStart(2, '0')}T09:00`,
    order_id: 'SAME-1',
    orderId: 'SAME-1',
  }));
  const result = await raceBookings(origin, owner.token ?? '', requests);
  expect(result.statuses).toEqual({ 200: 100 });
  const { pageData } = await owner.call(listAppointments, { tab: 'all', perPage: 100 });
  expect(new Set(pageData.map((row) => row.order_id)).size).toBe(100);
});
