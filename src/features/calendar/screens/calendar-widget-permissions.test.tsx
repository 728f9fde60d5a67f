import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { asLocalDate } from '#domain/base/time.ts';
import { allFlags } from '#domain/people/permissions.ts';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';
import { CalendarWidget } from './calendar-widget.tsx';

const id = '00000000-0000-7000-8000-000000000001';
const timezone = 'America/New_York';
const user = { ...allFlags, id, subscriber_id: id, user_type: 1, role: 'Administrator', timezone };
const entry = (type: string, title: string) => ({
  id: `${id}:${type}`,
  title,
  description: '',
  start: { dateTime: '2090-03-12T09:00:00-04:00', timezone },
  end: { dateTime: '2090-03-12T10:00:00-04:00', timezone },
  googleEventId: null,
  systemRef: { type, appointmentId: null, eventId: id },
  apptData: null,
  technician: null,
  color: '#1c7ed6',
  all_day: false,
  busy: true,
  is_private: false,
  overruled: null,
  may: { move: true, resize: true, edit: true, share: true },
  rev: 1,
});

const asked: URL[] = [];
const team = { timezone, technicians: [] as { id: string; first_name: string; last_name: string }[] };
let teamArrives = Promise.resolve();
beforeEach(async () => {
  asked.length = 0;
  teamArrives = Promise.resolve();
  vi.stubGlobal('fetch', async (path: string) => {
    const url = new URL(path, 'http://gable.test');
    asked.push(url);
    const events = [entry('inspEvent', '12 Oak St')];
    // Like the server: without acceptEvents, only appointments are returned.
    if (url.searchParams.get('acceptEvents') !== 'false') events.push(entry('regularEvent', 'Van service'));
    const isCalendar = url.pathname.endsWith('/calendar');
    if (!isCalendar) await teamArrives;
    const data = isCalendar ? events : team;
    return new Response(JSON.stringify({ success: true, data, error: null }), {
      headers: { 'content-type': 'application/json' },
    });
  });
  Object.assign(document, { fonts: new EventTarget() });
  await session.enter({ accessToken: 'token', user: user as unknown as SessionUser });
  await startI18n();
  await loadMessages('calendar');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The week on a phone: a list with all actions of the grid. */
function show(accepts: { acceptEvents: boolean; acceptActions: boolean }) {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media.includes('max-width'),
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }));
  render(
    <Providers queries={createQueryClient()}>
      <CalendarWidget
        offered={['week', 'day']}
        view="week"
        onView={() => undefined}
        day={asLocalDate('2090-03-12')}
        height={500}
        {...accepts}
      />
    </Providers>,
  );
}
const additions = () => screen.queryAllByRole('button', { name: /^Add on/ });

it('shows events and all actions if both are accepted', async () => {
  show({ acceptEvents: true, acceptActions: true });
  const entry = await screen.findByText('Van service');
  await act(async () => {
    fireEvent.click(entry);
  });
  expect(additions()).not.toHaveLength(0);
  expect(await screen.findByRole('button', { name: 'Reschedule' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Edit' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Delete' })).toBeTruthy();
});

it('shows appointments only if events are not accepted', async () => {
  show({ acceptEvents: false, acceptActions: true });
  await screen.findByText('12 Oak St');
  expect(screen.queryByText('Van service')).toBeNull();
  const reads = asked.filter((url) => url.pathname.endsWith('/calendar'));
  expect(reads.map((url) => url.searchParams.get('acceptEvents'))).toEqual(['false']);
});

it('is read-only if actions are not accepted', async () => {
  show({ acceptEvents: true, acceptActions: false });
  const entry = await screen.findByText('Van service');
  await act(async () => {
    fireEvent.click(entry);
  });
  await screen.findByRole('dialog');
  expect(additions()).toEqual([]);
  for (const name of ['Reschedule', 'Edit', 'Delete'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

it('shows nothing clickable until the team has loaded, since the row of names would shift it', async () => {
  let arrive = () => {};
  teamArrives = new Promise((resolve) => {
    arrive = resolve;
  });
  show({ acceptEvents: true, acceptActions: true });
  await waitFor(() => expect(asked).toHaveLength(2));
  await act(async () => undefined);
  expect(screen.queryByText('12 Oak St')).toBeNull();
  arrive();
  await screen.findByText('12 Oak St');
});
