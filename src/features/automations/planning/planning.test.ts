import { expect, test } from 'vitest';
import { updateAppointment } from '#features/appointments/booking-contract.ts';
import { cancelAppointment, restoreAppointment } from '#features/appointments/contract.ts';
import { asPlatform } from '#server/db/connect.ts';
import { type BookingOverrides, bookedAppointment } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import * as contract from '../groups-contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await testApp.create.owner();
const message = { to_address: ['clients'], subject: 'Soon', body_content: '<p>See you soon.</p>' };

/** Creates a group of the company with these actions. */
async function groupOf(...actions: object[]): Promise<string> {
  const group = await owner.call(contract.createActionGroup, { name: 'Group' });
  for (const action of actions)
    await owner.call(contract.createAction, { id: group.id, ...message, ...action });
  return group.id;
}

async function bookedWith(groupId: string, overrides: BookingOverrides = {}) {
  const { appointment } = await bookedAppointment(owner, { action_groups: [groupId], ...overrides });
  return appointment;
}

/** The jobs of actions, reminders left out, by time. */
async function jobsOf(appointmentId: string) {
  const rows = await asPlatform(testApp.runtime.db, (trx) =>
    trx
      .selectFrom('automation_jobs')
      .where('appointment_id', '=', appointmentId)
      .where('action_id', 'is not', null)
      .orderBy('run_at')
      .select(['event_type', 'status', 'reason', 'run_at'])
      .execute(),
  );
  return rows.map((row) => [row.event_type, row.status, row.reason, new Date(row.run_at).toISOString()]);
}

const statesOf = async (id: string) => (await jobsOf(id)).map((job) => job.slice(0, 3));

const dayBefore = { event_type: 18, trigger_type: 'before', duration: 24, duration_type: 1 } as const;

test('a reminder follows its appointment, and stops when that is canceled', async () => {
  const booked = await bookedWith(await groupOf(dayBefore), { at: '2030-03-08T09:00' });
  expect(await jobsOf(booked.id)).toEqual([[18, 'pending', null, '2030-03-07T14:00:00.000Z']]);
  await owner.call(updateAppointment, { id: booked.id, date_time: '2030-03-10T10:00' });
  // The clocks change on 10 March: 24 hours are elapsed time.
  expect(await jobsOf(booked.id)).toEqual([[18, 'pending', null, '2030-03-09T14:00:00.000Z']]);
  await owner.call(cancelAppointment, { id: booked.id, reason: 'Sold' });
  expect(await statesOf(booked.id)).toEqual([[18, 'canceled', 'canceled']]);
  await owner.call(restoreAppointment, { id: booked.id });
  expect(await statesOf(booked.id)).toEqual([[18, 'pending', null]]);
});

test('a reminder whose time has passed is skipped with its reason', async () => {
  const group = await groupOf({ ...dayBefore, duration: 72 }, dayBefore);
  const booked = await bookedWith(group, { at: '2030-03-02T11:00' });
  expect(await jobsOf(booked.id)).toMatchObject([
    [18, 'skipped', 'too_late', '2030-02-27T16:00:00.000Z'],
    [18, 'pending', null, '2030-03-01T16:00:00.000Z'],
  ]);
});

test('an event plans one job for each of its actions, and a save without a change none', async () => {
  const group = await groupOf({ event_type: 2 }, { event_type: 13 }, { event_type: 14 });
  const booked = await bookedWith(group, { at: '2030-03-12T09:00' });
  expect(await statesOf(booked.id)).toEqual([[2, 'pending', null]]);
  await owner.call(updateAppointment, { id: booked.id, date_time: '2030-03-12T10:00' });
  await owner.call(updateAppointment, { id: booked.id, date_time: '2030-03-12T10:00' });
  expect((await jobsOf(booked.id)).map(([event]) => event)).toEqual([2, 13]);
});

test('an edited copy plans again and leaves the group of the company as it is', async () => {
  const group = await groupOf(dayBefore);
  const booked = await bookedWith(group, { at: '2030-03-14T09:00' });
  const [copy] = await owner.call(contract.listActionGroups, { appointmentId: booked.id });
  const action = copy?.actions[0];
  if (!copy || !action) throw new Error('the appointment has no copy');
  await owner.call(contract.updateAction, { id: copy.id, actionId: action.id, duration: 48 });
  expect(await jobsOf(booked.id)).toMatchObject([[18, 'pending', null, '2030-03-12T13:00:00.000Z']]);
  const [own] = (await owner.call(contract.listActionGroups, {})).filter((one) => one.id === group);
  expect(own?.actions[0]?.duration).toBe(24);
  await owner.call(contract.deleteAction, { id: copy.id, actionId: action.id });
  expect(await statesOf(booked.id)).toEqual([[18, 'canceled', 'deleted']]);
  await owner.call(contract.chooseActionGroups, { id: booked.id, groupIds: [] });
  expect(await owner.call(contract.listActionGroups, { appointmentId: booked.id })).toEqual([]);
});

test('an action whose event or limit is edited is never planned twice', async () => {
  const booked = await bookedWith(await groupOf(dayBefore), { at: '2030-03-15T09:00' });
  const [copy] = await owner.call(contract.listActionGroups, { appointmentId: booked.id });
  const path = { id: copy?.id ?? '', actionId: copy?.actions[0]?.id ?? '' };
  for (const trigger_once of [true, false, true]) {
    await owner.call(contract.updateAction, { ...path, trigger_once });
    expect(await statesOf(booked.id)).toEqual([[18, 'pending', null]]);
  }
  await owner.call(contract.updateAction, { ...path, event_type: 19 });
  expect(await statesOf(booked.id)).toEqual([[19, 'pending', null]]);
  await owner.call(contract.updateAction, { ...path, event_type: 13 });
  expect(await statesOf(booked.id)).toEqual([[19, 'canceled', 'event_changed']]);
  await owner.call(contract.updateAction, { ...path, event_type: 18 });
  expect(await statesOf(booked.id)).toEqual([[18, 'pending', null]]);
});
