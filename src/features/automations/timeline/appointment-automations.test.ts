import { expect, test } from 'vitest';
import { updateAppointment } from '#features/appointments/booking-contract.ts';
import { cancelAppointment } from '#features/appointments/contract.ts';
import { bookedAppointment } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import { getAppointmentAutomations } from '../appointment-contract.ts';
import { createAction, createActionGroup } from '../groups-contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await testApp.create.owner();

async function booked(at: string) {
  const group = await owner.call(createActionGroup, { name: 'Before' });
  const message = { to_address: ['clients'], subject: 'Soon', body_content: '<p>Soon.</p>' };
  const timing = { event_type: 18, trigger_type: 'before', duration: 24, duration_type: 1 } as const;
  await owner.call(createAction, { id: group.id, ...message, ...timing });
  const { appointment } = await bookedAppointment(owner, { at, action_groups: [group.id] });
  return { id: appointment.id, group };
}

test('an appointment shows its groups, its reminders and what both have planned', async () => {
  const { id, group } = await booked('2030-03-08T09:00');
  const { facts, groups, reminders, jobs } = await owner.call(getAppointmentAutomations, { id });
  expect(facts).toMatchObject({
    status: 'scheduled',
    date_time: '2030-03-08T14:00:00.000Z',
    automations_enabled: true,
  });
  expect(groups).toMatchObject([{ name: 'Before', source_id: group.id, actions: [{ subject: 'Soon' }] }]);
  expect(reminders).toHaveLength(20);
  const action = groups[0]?.actions[0]?.id;
  expect(jobs.filter((one) => one.action_id === action)).toMatchObject([
    { status: 'pending', run_at: '2030-03-07T14:00:00.000Z', outcome: null, ran: null },
  ]);
});

test('an edited reminder of the appointment is planned again, and bad input names its field', async () => {
  const { id } = await booked('2030-03-12T09:00');
  const runAt = async () =>
    (await owner.call(getAppointmentAutomations, { id })).jobs.find((one) => one.slot === 'client_email_1')
      ?.run_at;
  const before = await runAt();
  await owner.call(updateAppointment, { id, notification_settings: { client_email_1: { value: 48 } } });
  expect(Date.parse(before ?? '') - Date.parse((await runAt()) ?? '')).toBe(24 * 3_600_000);
  const refused = await owner.request(updateAppointment, {
    id,
    notification_settings: { client_email_1: { value: -1 } },
  });
  expect(Object.keys(refused.error?.details ?? {})).toEqual(['notification_settings.client_email_1.value']);
});

test('after a cancellation nothing is pending', async () => {
  const { id } = await booked('2030-03-14T09:00');
  await owner.call(cancelAppointment, { id, reason: 'Sold' });
  const { jobs } = await owner.call(getAppointmentAutomations, { id });
  expect(new Set(jobs.map((one) => one.status))).toEqual(new Set(['canceled']));
});

test('a technician of another appointment does not see it', async () => {
  const { id } = await booked('2030-03-18T09:00');
  const technician = await testApp.create.member(owner, { type: 'technician' });
  expect((await technician.request(getAppointmentAutomations, { id })).error?.type).toBe('FORBIDDEN');
});
