import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';
import type { Appointment } from '../../../contract.ts';
import { ids, shownAppointment } from '../../draft/draft-for-tests.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import * as acts from './status-dialogs.tsx';

const before = shownAppointment({ confirm: true, restore: true, remove: true });
const theirs = { ...before, rev: before.rev + 1, total_fee: 500, address: '9 Elm St' };

const sent: { path: string; body: Record<string, unknown> }[] = [];
let refusals: unknown[] = [];
const bodies = () => sent.filter(({ path }) => path.startsWith('/v2/appointments/')).map(({ body }) => body);

beforeEach(async () => {
  sent.length = 0;
  refusals = [];
  policy.cancellation_hours = 1e6;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    const path = url.replace(/^\/api|\?.*$/g, '');
    sent.push({ path, body: init?.body ? JSON.parse(String(init.body)) : {} });
    const error = path.startsWith('/v2/appointments/') ? (refusals.shift() ?? null) : null;
    const data = error === null ? (path.includes('settings') ? policy : before) : null;
    return Promise.resolve(
      new Response(JSON.stringify({ success: error === null, data, error }), {
        status: error === null ? 200 : 409,
        headers: { 'content-type': 'application/json' },
      }),
    );
  });
  Object.assign(document, { fonts: new EventTarget() });
  const user = { id: ids.dana, subscriber_id: ids.dana, user_type: 1, country_code: 'US', currency: 'USD' };
  await session.enter({ accessToken: 'token', user: user as unknown as SessionUser });
  await startI18n();
  await loadMessages('appointments');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const policy = { cancellation_hours: 1e6, cancellation_fee_type: 1, cancellation_fee: 50, trip_fee: 0 };
const stale = (current: Appointment) => ({ type: 'CONFLICT', message: 'Changed', details: { current } });

type Shown = React.ComponentType<{ appointment: Appointment; opened: boolean; onClose: () => void }>;

async function show(Dialog: Shown) {
  const queries = createQueryClient();
  const tree = (appointment: Appointment) => (
    <Providers queries={queries}>
      <Dialog appointment={appointment} opened onClose={vi.fn()} />
    </Providers>
  );
  const view = await act(async () => render(tree(before)));
  return { again: (now: Appointment) => act(async () => view.rerender(tree(now))) };
}

const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => fireEvent.click(button(name));
const news = () => screen.findByText('Someone else changed this appointment');

it.each([
  ['Confirm', acts.ConfirmDialog],
  ['Restore', acts.RestoreDialog],
  ['Complete', acts.CompleteDialog],
  ['Move back to requests', acts.UnconfirmDialog],
  ['Delete', acts.RemoveDialog],
  ['Cancel appointment', CancelDialog],
])('%s applies to the revision shown and reports what has changed', async (name, Dialog) => {
  refusals = [stale(theirs)];
  const { again } = await show(Dialog);
  await screen.findByRole('button', { name });
  await waitFor(() => expect(button(name)).toHaveProperty('disabled', false));
  await again(theirs);
  press(name);
  await news();
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    'Address: 9 Elm St, Yonkers, NY 10701',
  ]);
  expect(button(name)).toHaveProperty('disabled', true);
  press('Continue');
  press(name);
  await waitFor(() => expect(bodies().map(({ rev }) => rev)).toEqual([before.rev, theirs.rev]));
});

it('retains the reason for a cancellation and proposes the fees of the new price', async () => {
  refusals = [stale(theirs)];
  await show(CancelDialog);
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'Buyer fell ill' } });
  press('Cancel appointment');
  await news();
  press('Continue');
  press('Cancel appointment');
  await waitFor(() => expect(bodies()).toHaveLength(2));
  expect(bodies()[0]).toMatchObject({ reason: 'Buyer fell ill', fees: [{ pretax_amount: 175 }] });
  expect(bodies()[1]).toMatchObject({ reason: 'Buyer fell ill', fees: [{ pretax_amount: 250 }] });
});

it('retains the confirmation choice and a typed fee', async () => {
  refusals = [stale({ ...theirs, disable_automated_notifications: true })];
  await show(CancelDialog);
  fireEvent.change(await screen.findByLabelText(/^Amount/), { target: { value: '80' } });
  press('Cancel appointment');
  await news();
  press('Continue');
  press('Cancel appointment');
  await waitFor(() => expect(bodies()).toHaveLength(2));
  expect(bodies()[1]).toMatchObject({ notify: false, fees: [{ pretax_amount: 80 }] });
});

it.each([
  [1, 'less than 1 hour before'],
  [24, 'less than 24 hours before'],
])('shows the policy of %i hours', async (hours, text) => {
  policy.cancellation_hours = hours;
  await show(CancelDialog);
  expect(await screen.findByText(new RegExp(`^Policy: 50% of the total if canceled ${text}`))).toBeTruthy();
});

it('reports when the action is no longer possible', async () => {
  const over = {
    status: 'canceled' as const,
    display_status: 'canceled',
    may: { ...theirs.may, complete: false },
  };
  refusals = [stale({ ...theirs, ...over })];
  await show(acts.CompleteDialog);
  press('Complete');
  await screen.findByText('This is no longer possible for the current appointment.');
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toContain('Status: Canceled');
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
});
