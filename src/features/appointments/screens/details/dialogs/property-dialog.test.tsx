import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';
import type { Appointment } from '../../../contract.ts';
import { ids, shownAppointment } from '../../draft/draft-for-tests.ts';
import { PeopleDialog } from './people-dialog.tsx';
import { PropertyDialog } from './property-dialog.tsx';
import { RescheduleDialog } from './reschedule-dialog.tsx';

const before = shownAppointment();
const theirs = { ...before, rev: before.rev + 1, payment_notes: 'gate 12', year_built: 1931 } as Appointment;

const sent: { path: string; body: Record<string, unknown> }[] = [];
let refusals: unknown[] = [];
const puts = () => sent.filter(({ path }) => path.startsWith('/v2/appointments/')).map(({ body }) => body);

beforeEach(async () => {
  sent.length = 0;
  refusals = [];
  found = free;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    const path = url.replace(/^\/api|\?.*$/g, '');
    const isPut = init?.method === 'PUT';
    sent.push({ path, body: init?.body ? JSON.parse(String(init.body)) : {} });
    const error = isPut ? (refusals.shift() ?? null) : null;
    const data = path.includes('geo') ? place : path.includes('check-inspection') ? found : before;
    const answer = { success: error === null, data: error === null ? data : null, error };
    return Promise.resolve(
      new Response(JSON.stringify(answer), {
        status: error === null ? 200 : 409,
        headers: { 'content-type': 'application/json' },
      }),
    );
  });
  Object.assign(document, { fonts: new EventTarget() });
  const user = { id: ids.dana, subscriber_id: ids.dana, user_type: 1, country_code: 'US' };
  await session.enter({ accessToken: 'token', user: user as unknown as SessionUser });
  await startI18n();
  await loadMessages('appointments', 'people');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

let found: object;
const free = { available: true, conflicts: [], rivals: [] };
const place = { coordinates: { lat: 1, lng: 2 }, precision: 'zip_estimate' };
const stale = { type: 'CONFLICT', message: 'Changed', details: { current: theirs } };

type Shown = React.ComponentType<{ appointment: Appointment; opened: boolean; onClose: () => void }>;

function show(Dialog: Shown, first = before) {
  const queries = createQueryClient();
  const onClose = vi.fn();
  const tree = (appointment: Appointment, opened = true) => (
    <Providers queries={queries}>
      <Dialog appointment={appointment} opened={opened} onClose={onClose} />
    </Providers>
  );
  const view = render(tree(first));
  return { again: (now: Appointment, opened?: boolean) => view.rerender(tree(now, opened)), onClose };
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const shownIn = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;

it('saves against the revision it opened with and sends only what changed', async () => {
  const { again } = show(PropertyDialog);
  type('Square Feet', '1800');
  again(theirs);
  press('Save');
  await waitFor(() => expect(puts()).toEqual([{ square_feet: 1800, rev: before.rev }]));
});

it("retains the typed input on a conflict and continues on the other user's version", async () => {
  refusals = [stale];
  show(PropertyDialog);
  type('Square Feet', '1800');
  press('Save');
  await screen.findByText('Someone else changed this appointment');
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    'Property: Square Feet 2,400, Year Built 1931, Crawlspace (also changed by you)',
    'Payment: Require payment – Yes, gate 12',
  ]);
  expect(shownIn('Square Feet')).toBe('1800');
  press('Continue with my changes');
  expect([shownIn('Square Feet'), shownIn('Year Built')]).toEqual(['1800', '1931']);
  press('Save');
  await waitFor(() => expect(puts()).toHaveLength(2));
  expect(puts()[1]).toEqual({ square_feet: 1800, rev: theirs.rev });
});

it("shows the other user's version once my changes are discarded", async () => {
  refusals = [stale];
  show(PropertyDialog);
  type('Year Built', '1950');
  press('Save');
  await screen.findByText('Someone else changed this appointment');
  press('Discard my changes');
  expect(shownIn('Year Built')).toBe('1931');
});

it('does not geocode an unchanged address', async () => {
  show(PropertyDialog);
  await new Promise((resolve) => setTimeout(resolve, 800));
  expect(sent).toEqual([]);
});

it('drops the coordinates when the address changes and restores them with the original address', async () => {
  const { again } = show(PropertyDialog);
  type('Address', '99 Elm St');
  press('Save');
  await waitFor(() =>
    expect(puts()).toEqual([
      { address: '99 Elm St', address_lat_long: null, location_precision: null, rev: before.rev },
    ]),
  );
  again(before, false);
  again(before);
  type('Address', '99 Elm St');
  type('Address', before.address);
  type('Square Feet', '1800');
  press('Save');
  await waitFor(() => expect(puts()).toHaveLength(2));
  expect(puts()[1]).toEqual({ square_feet: 1800, rev: before.rev });
});

it('sends the coordinates found for a new address', async () => {
  show(PropertyDialog);
  type('Address', '99 Elm St');
  await waitFor(() => expect(sent.some(({ path }) => path.includes('geo'))).toBe(true), { timeout: 3000 });
  await new Promise((resolve) => setTimeout(resolve, 50));
  press('Save');
  await waitFor(() => expect(puts()).toHaveLength(1));
  expect(puts()[0]).toMatchObject({
    address_lat_long: place.coordinates,
    location_precision: 'zip_estimate',
  });
});

it('adds people against the revision it opened with', async () => {
  const { again, onClose } = show(PeopleDialog);
  again({ ...theirs, clients: [], people: [] });
  press('Save');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(puts()).toEqual([]);
});

it('moves an appointment without changing its technicians, including hidden ones', async () => {
  const { again } = show(RescheduleDialog);
  again(theirs);
  fireEvent.click(screen.getByRole('combobox', { name: 'Time slot start' }));
  fireEvent.click(await screen.findByText('10:00 AM'));
  press('Save');
  await waitFor(() => expect(puts()).toEqual([{ date_time: '2030-03-08T10:00:00-05:00', rev: before.rev }]));
});

it('does not check an unchanged time, even if it was double-booked', async () => {
  const other = { start: before.date_time, end: before.end_time, kind: 'appointment', title: '9 Elm St' };
  found = {
    ...free,
    available: false,
    conflicts: [{ ...other, technician_id: ids.dana, is_warning: false }],
  };
  const { onClose } = show(RescheduleDialog);
  press('Save');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.filter(({ path }) => path.includes('check-inspection'))).toEqual([]);
  expect(puts()).toEqual([]);
});
