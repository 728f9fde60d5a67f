import { expect, test } from 'vitest';
import { bookedAppointment } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import * as contract from './contract.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await app.create.owner();
const technician = await app.create.member(owner, { type: 'technician' });
const other = await app.create.member(owner, { type: 'technician' });

test('the day sheet lists every stop of the technician in order, with the relevant details', async () => {
  const at = (time: string, more = {}) =>
    bookedAppointment(owner, { at: `2030-03-08T${time}`, inspectors: [technician.id], ...more });
  const { appointment: late } = await at('15:00', { utilities_on: false, inspection_notes: 'Lockbox 1234' });
  const { appointment: early } = await at('08:00', {
    inspection_events: [
      {
        name: 'Pick up radon',
        inspector: technician.id,
        start_date: '2030-03-08T13:00',
        end_date: '2030-03-08T13:30',
      },
    ],
  });
  await bookedAppointment(owner, { at: '2030-03-08T08:00', inspectors: [other.id] });
  await owner.call(contract.createEvent, {
    type: 'regularEvent',
    title: 'Van service',
    inspector: technician.id,
    startDate: '2030-03-08T12:00',
    endDate: '2030-03-08T12:30',
  });
  const asked = { date: '2030-03-08', technicianId: technician.id };
  const sheet = await technician.call(contract.daySheet, asked);
  expect(sheet.technician.id).toBe(technician.id);
  expect(sheet.entries.map((one) => one.systemRef.appointmentId ?? one.title)).toEqual([
    early.id,
    'Van service',
    early.id,
    late.id,
  ]);
  expect(sheet.entries.map((one) => one.apptData?.utilities_on)).toEqual([true, undefined, true, false]);
  expect(sheet.appointments.map((one) => [one.id, one.utilities_on, one.occupied])).toEqual([
    [early.id, true, true],
    [late.id, false, true],
  ]);
  expect(sheet.appointments[1]).toMatchObject({ inspection_notes: 'Lockbox 1234' });
  expect((await owner.call(contract.daySheet, { ...asked, date: '2030-03-09' })).entries).toEqual([]);
});

test('the day sheet rejects technicians of other companies and invalid dates', async () => {
  const stranger = await app.create.owner();
  const asked = { date: '2030-03-08', technicianId: technician.id };
  expect((await stranger.request(contract.daySheet, asked)).status).toBe(404);
  expect((await owner.request(contract.daySheet, { ...asked, date: '2030-02-31' })).status).toBe(400);
});
