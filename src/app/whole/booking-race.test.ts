import { expect, test } from 'vitest';
import { listAppointments } from '#features/appointments/list-contract.ts';
import { overlappingStart, raceBookings } from '#testing/booking-race.ts';
import { chosenServices, defaultProperty, newClient } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';

const house = await startTestApp();
const origin = await house.app.listen({ port: 0, host: '127.0.0.1' });
const writers = 100;

async function bookingsOf(
  owner: Awaited<ReturnType<typeof house.create.owner>>,
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

test('of 100 who book one technician at overlapping times one succeeds and 99 hear CONFLICT', async () => {
  const owner = await house.create.owner();
  const result = await raceBookings(origin, owner.token ?? '', await bookingsOf(owner, () => [owner.id]));
  expect(result).toMatchObject({ statuses: { 200: 1, 409: 99 }, types: { none: 1, CONFLICT: 99 } });
  const { pageData, pageInfo } = await owner.call(listAppointments);
  expect([pageData.length, pageInfo.total]).toEqual([1, 1]);
  expect(house.logs).toEqual([]);
});

test('who book two technicians in turned order neither block each other nor both win', async () => {
  const owner = await house.create.owner();
  const other = await house.create.member(owner, { type: 'technician' });
  const bookings = await bookingsOf(owner, (n) => (n % 2 ? [owner.id, other.id] : [other.id, owner.id]));
  const result = await raceBookings(origin, owner.token ?? '', bookings);
  expect(result.statuses).toEqual({ 200: 1, 409: 99 });
  expect(house.logs).toEqual([]);
});

test('of 100 at once with the same order id each gets one of its own', async () => {
  const owner = await house.create.owner();
  const bookings = await bookingsOf(owner, () => []);
  const wishes = bookings.map((booking, n) => ({
    ...booking,
    date_time: `2030-04-${String(1 + (n % 28)).padStart(2, '0')}T09:00`,
    order_id: 'SAME-1',
    orderId: 'SAME-1',
  }));
  const result = await raceBookings(origin, owner.token ?? '', wishes);
  expect(result.statuses).toEqual({ 200: 100 });
  const { pageData } = await owner.call(listAppointments, { tab: 'all', perPage: 100 });
  expect(new Set(pageData.map((row) => row.order_id)).size).toBe(100);
});
