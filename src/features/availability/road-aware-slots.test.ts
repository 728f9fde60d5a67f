import { expect, test } from 'vitest';
import { addMinutes, asInstant, asLocalDate } from '#domain/base/time.ts';
import { estimateDrivingMinutes } from '#domain/scheduling/travel.ts';
import { checkInspectionTime } from '#features/appointments/booking-contract.ts';
import { getCompany } from '#features/company/get-company.ts';
import { updateSettings } from '#features/company/settings-contract.ts';
import { zipInfo } from '#server/outside/maps.ts';
import { bookedAppointment } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import * as contract from './contract.ts';
import * as limitsContract from './limits-contract.ts';
import { findSlots } from './list-slots.ts';
import { createHold } from './slot-holds.ts';
import * as slotsContract from './slots-contract.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const austin = { lat: 30.27, lng: -97.74 };
const roundRock = { lat: 30.51, lng: -97.68 };
const kyle = { lat: 29.99, lng: -97.88 };
const way = estimateDrivingMinutes;
const day = { fromDate: '2030-03-08', toDate: '2030-03-08' };

/** A company with two technicians at work from 8 to 17 and the setting on. */
async function team(): Promise<{ owner: TestUser; technician: TestUser }> {
  const owner = await app.create.owner();
  const technician = await app.create.member(owner, { type: 'technician' });
  await owner.call(contract.copyAvailability, { from: owner.id, to: [technician.id] });
  await owner.call(updateSettings, { subscriberId: owner.subscriberId, road_aware_slots: true });
  await setHome(owner, owner.id, austin);
  await setHome(owner, technician.id, kyle);
  return { owner, technician };
}
const setHome = (by: TestUser, id: string, at: typeof austin) =>
  by.call(limitsContract.changeLimits, { id, home: { address: ' 1 Main St ', ...at } });

async function slotsOf(person: TestUser, more: Record<string, unknown>) {
  const { timeSlots } = await person.call(slotsContract.listSlots, { ...day, duration: 2, ...more });
  return timeSlots.map((slot) => ({
    hour: slot.hour,
    values: slot.values.map((one) => [one.id, one.extra_minutes] as const),
  }));
}

test('slots list who drives least first, and the office sees the minutes', async () => {
  const { owner, technician } = await team();
  const [first] = await slotsOf(owner, kyle);
  expect(first?.values).toEqual([
    [technician.id, 0],
    [owner.id, 2 * way(austin, kyle)],
  ]);
  const [other] = await slotsOf(owner, roundRock);
  expect(other?.values.map(([id]) => id)).toEqual([owner.id, technician.id]);
  // As visitors see it, in the same order.
  const [shown] = await slotsOf(owner, { ...kyle, as_public: true });
  expect(shown?.values).toEqual([
    [technician.id, null],
    [owner.id, null],
  ]);
  await owner.call(updateSettings, { subscriberId: owner.subscriberId, road_aware_slots: false });
  const [off] = await slotsOf(owner, kyle);
  expect(off?.values).toEqual([
    [owner.id, null],
    [technician.id, null],
  ]);
});

test('times are left out that can’t be reached from or on the way to an appointment', async () => {
  const { owner } = await team();
  const more = { at: '2030-03-08T12:00', duration: 2, address_lat_long: roundRock };
  const { appointment } = await bookedAppointment(owner, more);
  const hours = async (place: object) =>
    (await slotsOf(owner, { ...place, technicianId: owner.id })).map((slot) => slot.hour);
  expect(way(roundRock, kyle)).toBeGreaterThan(60);
  expect(way(roundRock, austin)).toBeLessThan(60);
  expect(await hours(roundRock)).toEqual([8, 9, 10, 14, 15, 16, 17]);
  expect(await hours(austin)).toEqual([8, 9, 15, 16, 17]);
  expect(await hours(kyle)).toEqual([8, 16, 17]);
  expect(await hours({ ...kyle, inspections_id: appointment.id })).toHaveLength(10);
  // Without a position, the center of the ZIP code counts: 78640 is Kyle.
  expect(await hours({ zip: '78640' })).toEqual([8, 16, 17]);
  expect(await hours({})).toEqual([8, 9, 10, 14, 15, 16, 17]);
});

test('an appointment and a hold of a visitor with only a ZIP code block the way to it', async () => {
  const { owner } = await team();
  const kyleZip = zipInfo('78640');
  if (!kyleZip) throw new Error('no ZIP codes');
  const startAt = asInstant('2030-03-08T17:00:00Z');
  const range = { technician_id: owner.id, start: startAt, end: addMinutes(startAt, 120) };
  const search = {
    from: asLocalDate('2030-03-08'),
    to: asLocalDate('2030-03-08'),
    durationMinutes: 120,
    services: [],
    technicianId: owner.id,
    zip: '78664',
    excludeAppointmentId: null,
    isPublic: true,
  };
  const found = (holdId: string | null) =>
    app.readAs(owner.subscriberId, async (ctx) => {
      const { slots } = await findSlots(ctx, await getCompany(ctx), { ...search, holdId });
      expect(slots.every((slot) => slot.extraMinutes === undefined)).toBe(true);
      return slots.map((slot) => slot.minutes / 60);
    });
  const held = await app.writeAs(owner.subscriberId, (ctx) =>
    createHold(ctx, { ...range, place: kyleZip }, null),
  );
  expect(await found(null)).toEqual([8, 16, 17]);
  expect(await found(held.id)).toHaveLength(10);
  await app.writeAs(owner.subscriberId, (ctx) => createHold(ctx, range, null, held.id));
  expect(await found(null)).toEqual([8, 9, 10, 14, 15, 16, 17]);
});

test('home bases are seen and changed by the technician and administrators only', async () => {
  const { owner, technician } = await team();
  const home = { address: '1 Main St', ...austin };
  const other = await app.create.member(owner, { type: 'technician' });
  const seenBy = async (who: TestUser) => (await who.call(limitsContract.getLimits, { id: owner.id })).home;
  expect(await seenBy(owner)).toEqual(home);
  expect(await seenBy(other)).toBeNull();
  const refused = await other.request(limitsContract.changeLimits, { id: technician.id, home });
  expect(refused.error?.type).toBe('FORBIDDEN');
  expect((await setHome(technician, technician.id, roundRock)).home?.lat).toBe(30.51);
  const cleared = await technician.call(limitsContract.changeLimits, { id: technician.id, home: null });
  expect(cleared.home).toBeNull();
  const wrong = await owner.request(limitsContract.changeLimits, {
    id: owner.id,
    home: { address: '  ', lat: 91, lng: null as never },
  });
  expect(wrong.error?.details).toEqual({
    'home.address': 'Address is required',
    'home.lat': 'Latitude is not valid',
    'home.lng': 'Longitude is not valid',
  });
  expect(await seenBy(owner)).toEqual(home);
});

test('members are warned of a way that takes too long, and may book nevertheless', async () => {
  const { owner, technician } = await team();
  const more = { at: '2030-03-08T12:00', duration: 2, address_lat_long: roundRock };
  const { appointment } = await bookedAppointment(owner, more);
  const kinds = async (date_time: string, input: object = {}) => {
    const answer = await owner.call(checkInspectionTime, {
      subscriberId: owner.subscriberId,
      inspectors: [owner.id, technician.id],
      date_time,
      duration: 2,
      ...input,
    });
    return answer.conflicts.map((one) => `${one.kind} ${one.technician_id === owner.id}`);
  };
  expect(await kinds('2030-03-08T09:00', kyle)).toEqual(['travel true']);
  expect(await kinds('2030-03-08T09:00', { zip: '78640' })).toEqual(['travel true']);
  expect(await kinds('2030-03-08T08:00', kyle)).toEqual([]);
  expect(await kinds('2030-03-08T09:00')).toEqual([]);
  expect(await kinds('2030-03-08T11:00', kyle)).toEqual(['appointment true']);
  // A moved appointment has its own place, and is not in its own way.
  expect(await kinds('2030-03-08T15:00', { inspections_id: appointment.id })).toEqual([]);
  const second = await bookedAppointment(owner, {
    at: '2030-03-08T15:00',
    address_lat_long: kyle,
    duration: 2,
  });
  expect(second.appointment.status).toBe('scheduled');
  expect(await kinds('2030-03-08T13:00', { inspections_id: appointment.id })).toEqual(['travel true']);
});
