import { expect, test } from 'vitest';
import { updateAppointment } from '#features/appointments/booking-contract.ts';
import { listActionGroups, updateAction } from '#features/automations/groups-contract.ts';
import { email, groupOf } from '#features/automations/running/automations-for-tests.ts';
import { updateSettings } from '#features/company/settings-contract.ts';
import { technicians } from '#features/people/team-contract.ts';
import { bookedAppointment } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import { limitSending } from './limits-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:10:00Z' });

const guests = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `guest${from + n}@stranger.example`);

test('an address that a setting names counts as a new one, whatever is sent to it', async () => {
  const owner = await testApp.create.owner();
  const member = await testApp.create.member(owner, { type: 'technician' });
  const { email: known } = await owner.call(technicians.get, { id: member.id });
  await limitSending(testApp, owner.subscriberId, { stranger: 3 });
  const change = async (settings: Record<string, string>) =>
    (await owner.request(updateSettings, { subscriberId: owner.subscriberId, ...settings })).status;
  expect(await change({ bcc_address: 'a@stranger.example' })).toBe(200);
  expect(await change({ bcc_address: 'b@stranger.example' })).toBe(200);
  expect(await change({ point_of_contact_email: 'c@stranger.example' })).toBe(200);
  expect(await change({ bcc_address: 'd@stranger.example' })).toBe(429);
  expect(await change({ company_email: 'e@stranger.example' })).toBe(429);
  expect(await change({ bcc_address: known, city: 'Buda' })).toBe(200);
});

test('so does one that an action names, also in the copies of an appointment', async () => {
  const owner = await testApp.create.owner();
  const { appointment } = await bookedAppointment(owner);
  await limitSending(testApp, owner.subscriberId, { stranger: 3 });
  const of = await groupOf(owner, { to_address: guests(0, 2) });
  const group = (await owner.call(listActionGroups, {})).find(({ id }) => id === of);
  const change = async (changes: object) =>
    (await owner.request(updateAction, { id: of, actionId: group?.actions[0]?.id ?? '', ...changes })).status;
  expect(await change({ to_address: ['clients', ...guests(0, 3)] })).toBe(200);
  expect(await change({ bcc_address: guests(3, 1) })).toBe(429);
  expect(await change({ cc_address: guests(0, 1), subject: 'Later' })).toBe(200);
  const edited = { id: of, actions: [{ ...email, bcc_address: guests(4, 1), event_type: 2 }] };
  const { status } = await owner.request(updateAppointment, {
    ...{ id: appointment.id, rev: appointment.rev, action_groups: [edited] },
  });
  expect(status).toBe(429);
});
