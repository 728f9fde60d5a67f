import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { asZone, type LocalDate } from '#domain/base/time.ts';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { DaySheet } from './day-sheet.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  await loadMessages('calendar');
});
afterEach(cleanup);

const zone = asZone('America/New_York');
const visit = (id: string, from: string, to: string) => ({
  id: `${id}:t`,
  title: id,
  description: '',
  start: { dateTime: `2030-03-08T${from}:00-05:00`, timezone: zone },
  end: { dateTime: `2030-03-08T${to}:00-05:00`, timezone: zone },
  systemRef: { type: 'inspEvent', appointmentId: id, eventId: id },
  apptData: {},
  technician: null,
  all_day: false,
  is_private: false,
});
const appointmentAt = (id: string, address: string, more = {}) => ({
  id,
  address,
  city: 'Yonkers',
  state: 'NY',
  zip_code: '10701',
  order_id: id,
  status: 'scheduled',
  occupied: true,
  utilities_on: true,
  inspection_notes: '',
  services: [{ id: 's', name: 'Residential', add_ons: [{ id: 'r', name: 'Radon' }] }],
  people: [
    { id: 't', role: 'inspector', first_name: 'Dana', last_name: 'Reyes', phone: '', company_name: '' },
    { id: 'c', role: 'client', first_name: 'Amara', last_name: 'Okafor', phone: '+12125550100' },
  ],
  ...more,
});

it('shows time, place, contacts and access for every stop', () => {
  const sheet = {
    technician: { id: 't', first_name: 'Dana', last_name: 'Reyes', phone: '' },
    entries: [visit('900', '09:00', '11:00'), visit('901', '12:30', '15:00')],
    appointments: [
      appointmentAt('900', '12 Oak St'),
      appointmentAt('901', '9 Elm St', {
        utilities_on: false,
        occupied: false,
        inspection_notes: 'Lockbox 1234',
      }),
    ],
  } as never;
  render(
    <Providers queries={createQueryClient()}>
      <DaySheet day={'2030-03-08' as LocalDate} sheet={sheet} zone={zone} paper="letter" company="Gable" />
    </Providers>,
  );
  const [first, second] = screen.getAllByRole('listitem').map((one) => one.textContent ?? '');
  expect(first).toContain('12 Oak St');
  expect(first).toContain('Residential (Radon)');
  expect(first).toContain('OccupiedYes');
  expect(first).toContain('Utilities onYes');
  expect(first).toContain('ClientAmara Okafor · ');
  expect(first).not.toContain('Dana');
  expect(first).toContain('1:30 h until the next stop');
  expect(first).not.toContain('Utilities are off');
  expect(second).toContain('Utilities are off');
  expect(second).toContain('OccupiedNo');
  expect(second).toContain('Lockbox 1234');
});
