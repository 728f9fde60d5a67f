import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  renderScreen,
  type SentRequest,
  startMockApi,
} from '#features/automations/screens/screens-for-tests.tsx';
import { loadMessages } from '#web/i18n.ts';
import type { BookingRequestRow, WaitingBooking } from '../../office-contract.ts';
import { RequestActions } from './request-actions.tsx';
import { RequestDetails } from './request-details.tsx';
import { WaitingBookings } from './waiting-bookings.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const technician = {
  id: '00000000-0000-7000-8000-000000000002',
  ...{ first_name: 'Dana', last_name: 'Reed', email: 'dana@reed.example', profile_pic: null },
};
const request: BookingRequestRow = {
  appointment_id: '00000000-0000-7000-8000-000000000003',
  ...{
    rev: 4,
    order_id: 'G-1001',
    name: '',
    status: 'requested',
    is_overdue: true,
    mode: 'request',
    source: 'request',
  },
  created_at: '2030-03-01T09:00:00-05:00',
  date_time: '2030-03-09T12:10:00-05:00',
  end_time: '2030-03-09T15:10:00-05:00',
  ...{ timezone: 'America/New_York', duration: 3, address: '12 Main St', zip_code: '80301' },
  position: { lat: 40.01, lng: -105.2 },
  services: [{ id: '00000000-0000-7000-8000-000000000004', name: 'Home inspection' }],
  technicians: [],
  people: [
    {
      role: 'client',
      ...{ first_name: 'John', last_name: 'Doe', email: 'john@doe.example', phone: '512-555-0199' },
      contact_id: '00000000-0000-7000-8000-000000000005',
      differences: [{ field: 'phone', typed: '512-555-0199', stored: '5125550143' }],
    },
  ],
  message: 'The side door',
  competing: [
    {
      appointment_id: '00000000-0000-7000-8000-000000000006',
      ...{ order_id: 'G-1002', address: '9 Elm St', client: 'Sam Smith' },
      date_time: '2030-03-09T12:00:00-05:00',
      created_at: '2030-03-01T10:00:00-05:00',
    },
  ],
  proposal: null,
  may_answer: true,
};

const slot = {
  ...{ date: '2030-03-09', hour: 9, minute: 0, color: '#000', title: 'Dana Reed' },
  values: [
    {
      ...technician,
      team_id: technician.id,
      start_time: 900,
      warning: null,
      extra_minutes: null,
      user: technician,
    },
  ],
};

let free: object = slot;
/** Only the wished day is closed. */
let isClosed = () => false;
beforeEach(() => {
  free = slot;
  isClosed = () => false;
});

async function show(answer: (sent: SentRequest) => unknown = () => request) {
  const sent = await startMockApi((one) => {
    if (one.path === '/v2/technicians/availability')
      return { timeSlots: isClosed() ? [] : [free], timezone: 'America/New_York' };
    if (one.method === 'GET')
      return { pageData: [], pageInfo: { total: 0, endCursor: null, hasNextPage: false } };
    return answer(one);
  });
  await loadMessages('booking/screens/office', 'appointments', 'people');
  await act(async () =>
    renderScreen(
      <>
        <RequestDetails request={request} />
        <RequestActions request={request} />
      </>,
    ),
  );
  return () => sent.filter((one) => one.method === 'POST' && one.path.includes('/booking-request/'));
}

const press = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name }));
};

it('shows what was typed, what differs, and who else wants the time', async () => {
  await show();
  expect(await screen.findByText('Overdue')).toBeTruthy();
  expect(screen.getByText('The side door')).toBeTruthy();
  expect(screen.getByText(/^Phone on file: .*555.*0143$/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sam Smith · 9 Elm St' })).toBeTruthy();
});

it('accepts a free time of the day, with its technician and the revision that was shown', async () => {
  const posts = await show();
  await press('Accept');
  await press('9:00 AM');
  fireEvent.submit(await screen.findByRole('form', { name: 'Accept this request' }));
  await waitFor(() => expect(posts()).toHaveLength(1));
  expect(posts()[0]).toMatchObject({
    path: `/v2/appointments/${request.appointment_id}/booking-request/accept`,
    body: { rev: 4, date_time: '2030-03-09T09:00', technician_id: technician.id, send_notifications: true },
  });
});

it('offers the technicians of a time by extra driving, as listed', async () => {
  const near = {
    ...slot.values[0],
    ...{ id: 'near', first_name: 'Nia', last_name: 'Near', extra_minutes: 0 },
  };
  const far = { ...slot.values[0], ...{ first_name: 'Finn', last_name: 'Far', extra_minutes: 35 } };
  free = { ...slot, values: [near, far] };
  const posts = await show();
  await press('Accept');
  await press('9:00 AM');
  const group = await screen.findByRole('group', { name: 'Free technicians' });
  const buttons = [...group.querySelectorAll('button')];
  expect(buttons.map((one) => [one.textContent, one.getAttribute('aria-pressed')])).toEqual([
    ['Nia NearNo extra driving', 'true'],
    ['Finn Far+35 min driving', 'false'],
  ]);
  fireEvent.click(screen.getByRole('button', { name: /Finn Far/ }));
  fireEvent.submit(await screen.findByRole('form', { name: 'Accept this request' }));
  await waitFor(() => expect(posts()[0]?.body).toMatchObject({ technician_id: technician.id }));
});

it('keeps the chosen time and asks for a reason when the technician is busy', async () => {
  const conflict = {
    ...{ technician_id: technician.id, kind: 'appointment', title: 'G-7', appointment_id: null },
    ...{ start: '2030-03-09T14:00:00Z', end: '2030-03-09T16:00:00Z' },
  };
  const posts = await show(({ body }) =>
    (body as { overrule?: unknown }).overrule
      ? request
      : new Response(
          JSON.stringify({
            ...{ success: false, data: null },
            error: { type: 'CONFLICT', message: 'Taken', details: { conflicts: [conflict] } },
          }),
          { status: 409, headers: { 'content-type': 'application/json' } },
        ),
  );
  await press('Accept');
  await press('9:00 AM');
  fireEvent.submit(await screen.findByRole('form', { name: 'Accept this request' }));
  fireEvent.change(await screen.findByLabelText(/Reason/), { target: { value: 'Two at once' } });
  await press('Schedule anyway');
  await waitFor(() => expect(posts()).toHaveLength(2));
  expect(posts()[1]?.body).toMatchObject({
    ...{ date_time: '2030-03-09T09:00', technician_id: technician.id },
    overrule: { reason: 'Two at once' },
  });
});

it('proposes up to three times with a message', async () => {
  const posts = await show();
  await press('Propose another time');
  await press('9:00 AM');
  await press('Add a time');
  await press('Add a time');
  expect(screen.queryByRole('button', { name: 'Add a time' })).toBeNull();
  await press('Remove the last time');
  fireEvent.change(screen.getByLabelText('Message to the client'), { target: { value: 'Either is fine' } });
  fireEvent.submit(await screen.findByRole('form', { name: 'Propose another time' }));
  await waitFor(() => expect(posts()).toHaveLength(1));
  const time = { date_time: '2030-03-09T09:00', technician_id: technician.id };
  expect(posts()[0]?.body).toMatchObject({ times: [time, time], hours: 48, message: 'Either is fine' });
});

it('keeps the reason of a declined request when it is refused, and asks before it is lost', async () => {
  const refusal = { type: 'CONFLICT', message: 'This request has already been answered', details: {} };
  await show(
    () =>
      new Response(JSON.stringify({ success: false, data: null, error: refusal }), {
        status: 409,
        headers: { 'content-type': 'application/json' },
      }),
  );
  await press('Decline');
  const reason = await screen.findByLabelText('Reason');
  fireEvent.change(reason, { target: { value: 'Fully booked' } });
  fireEvent.submit(await screen.findByRole('form', { name: 'Decline this request?' }));
  expect(await screen.findByText('This request has already been answered')).toBeTruthy();
  expect(reason).toHaveProperty('value', 'Fully booked');
  await press('Cancel');
  expect(await screen.findByText('Leave without saving?')).toBeTruthy();
});

it('shows who has not confirmed a booking by mail yet, and until when, without a way to accept it', async () => {
  const waiting: WaitingBooking = {
    id: request.appointment_id,
    ...{ mode: 'schedule', source: 'online', timezone: request.timezone, address: '12 Main St' },
    created_at: request.created_at,
    ...{ date_time: request.date_time, end_time: request.end_time, services: ['Home inspection'] },
    people: request.people,
    message: '',
    held_until: '2030-03-01T09:30:00-05:00',
    expires_at: '2030-03-02T09:00:00-05:00',
  };
  await startMockApi(() => ({
    pageData: [waiting],
    pageInfo: { total: 1, endCursor: null, hasNextPage: false },
  }));
  await loadMessages('booking/screens/office');
  await act(async () => renderScreen(<WaitingBookings />));
  expect(await screen.findByText('Waiting for email confirmation (1)')).toBeTruthy();
  expect(screen.getByText(/^Link works until .*9:00 AM/)).toBeTruthy();
  expect(screen.getByText(/held until 9:30 AM$/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'john@doe.example' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
});

it('names the next free day where the wished one has no free time', async () => {
  free = { ...slot, date: '2030-03-11', hour: 13 };
  let asked = 0;
  isClosed = () => asked++ === 0;
  await show();
  await press('Accept');
  expect(await screen.findByText('No free times on this day')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: /^Next free day: / }));
  expect((await screen.findByRole('button', { name: '1:00 PM' })).getAttribute('aria-pressed')).toBe('true');
});
