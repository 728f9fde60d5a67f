import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { session } from '#web/session.ts';
import type { CalendarEvent } from '../../contract.ts';
import { at, entry, id, user, zone } from '../entry-for-tests.ts';
import { EventForm } from './event-form.tsx';

// A colleague's change while the form was open.
const moved = {
  ...entry,
  title: 'Van, later',
  start: at('2030-03-12T15:00:00-04:00'),
  end: at('2030-03-12T16:00:00-04:00'),
  rev: 4,
};

const entryTimes = { start: '2030-03-12T10:00:00-04:00', end: '2030-03-12T11:00:00-04:00' };

let sent: Record<string, unknown>[] = [];
let reply: () => { status: number; body: unknown };
const refused = (type: string, details: unknown) => ({
  status: type === 'CONFLICT' ? 409 : 401,
  body: { success: false, data: null, error: { type, message: 'Changed by someone else', details } },
});

beforeEach(async () => {
  sent = [];
  reply = () => ({ status: 200, body: { success: true, data: moved, error: null } });
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    const { status, body } = reply();
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
  Object.assign(document, { fonts: new EventTarget() });
  await session.enter({ accessToken: 'token', user });
  await startI18n();
  await loadMessages('calendar');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(event: CalendarEvent | null) {
  const onClose = vi.fn();
  const queries = createQueryClient();
  const form = (shown: CalendarEvent | null) => (
    <Providers queries={queries}>
      <Suspense>
        <EventForm
          event={shown}
          local="2030-03-12T09:00"
          technicianId={null}
          technicians={[]}
          zone={zone}
          onClose={onClose}
        />
      </Suspense>
    </Providers>
  );
  const { rerender, unmount } = render(form(event));
  return { onClose, unmount, comes: (next: CalendarEvent) => rerender(form(next)) };
}
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { exact: false });
const type = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('sends the changes and the revision it started from, whatever the calendar shows now', async () => {
  const { comes, onClose } = show(entry);
  await type('Title', 'Van and trailer');
  comes(moved);
  press('Save');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([{ type: 'regularEvent', eventId: id, title: 'Van and trailer', rev: 3 }]);
});

it('retains the input on a conflict until the current entry is loaded', async () => {
  reply = () => refused('CONFLICT', { current: moved });
  const { onClose } = show(entry);
  await type('Title', 'Van and trailer');
  press('Save');
  await screen.findByText('Changed by someone else');
  expect((await field('Title')).value).toBe('Van and trailer');
  press('Reload');
  expect((await field('Title')).value).toBe('Van, later');
  expect((await field('Start time')).value).toBe('3:00 PM');
  expect(screen.queryByText('Changed by someone else')).toBeNull();
  reply = () => ({ status: 200, body: { success: true, data: moved, error: null } });
  await type('End time', '17:00');
  press('Save');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent[1]).toEqual({ type: 'regularEvent', eventId: id, endDate: '2030-03-12T17:00', rev: 4 });
});

it('restores the input after the session ended, on the revision it started from', async () => {
  const { unmount } = show(entry);
  await type('Title', 'Van and trailer');
  await act(async () => session.forget());
  unmount();
  await session.enter({ accessToken: 'token', user });
  const { onClose } = show(moved);
  expect((await field('Title')).value).toBe('Van and trailer');
  expect((await field('Start time')).value).toBe('3:00 PM');
  press('Save');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([{ type: 'regularEvent', eventId: id, title: 'Van and trailer', rev: 3 }]);
});

it('sends both days again when it becomes all-day, and every field of a new entry', async () => {
  const { onClose } = show(entry);
  fireEvent.click(await field('All day'));
  press('Save');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent[0]).toMatchObject({ all_day: true, startDate: '2030-03-12', endDate: '2030-03-12', rev: 3 });
  cleanup();
  show(null);
  await type('Title', 'Meeting');
  press('Save');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({
    type: 'regularEvent',
    title: 'Meeting',
    description: '',
    inspector: null,
    all_day: false,
    busy: true,
    startDate: '2030-03-12T09:00',
    endDate: '2030-03-12T10:00',
  });
});

it('overrides the conflicts that were shown and no others', async () => {
  const conflict = { technician_id: id, kind: 'busy', appointment_id: null, ...entryTimes };
  reply = () => refused('CONFLICT', { conflicts: [{ ...conflict, title: 'Dentist', is_warning: false }] });
  const { onClose } = show(entry);
  await type('End time', '11:00');
  press('Save');
  await type('Reason', 'Short visit');
  reply = () => ({ status: 200, body: { success: true, data: moved, error: null } });
  press('Schedule anyway');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent[1]).toMatchObject({ overrule: { reason: 'Short visit', over: [conflict] } });
});
