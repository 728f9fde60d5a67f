import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { NavigationProvider } from '#web/navigation/navigation.tsx';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';
import { toasts } from '#web/toast.ts';
import { ConfirmHost } from '#web/ui/dialog/confirm.tsx';
import type { Appointment } from '../../contract.ts';
import { openForEdit } from '../draft/draft-edit.ts';
import { booked, defaults, ids, stateAfter, today } from '../draft/draft-for-tests.ts';
import { draftReducer } from '../draft/draft-reducer.ts';
import type { DialogState } from '../draft/draft-state.ts';
import { useSubmit } from './use-submit.ts';

const keys: (string | undefined)[] = [];
let answers: (() => Response)[] = [];
const refused = (status: number, type: string, message: string, details: object | null) => () =>
  new Response(JSON.stringify({ success: false, data: null, error: { type, message, details } }), {
    status,
    headers: { 'content-type': 'application/json' },
  });
const refusal = (details: object) =>
  refused(409, 'CONFLICT', 'This Idempotency-Key was already used', details);
const lost = () => {
  throw new TypeError('Failed to fetch');
};

beforeEach(async () => {
  keys.length = 0;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    // The scheduling warnings fail to load as well; that does not prevent booking.
    if (url.includes('check-inspection-time')) return lost();
    keys.push(new Headers(init?.headers).get('idempotency-key') ?? undefined);
    return (answers.shift() ?? lost)();
  });
  Object.assign(document, { fonts: new EventTarget() });
  const user = { id: ids.dana, subscriber_id: ids.dana, user_type: 1, country_code: 'US' };
  await session.enter({ accessToken: 'token', user: user as unknown as SessionUser });
  await startI18n();
  await loadMessages('appointments');
});
afterEach(() => {
  cleanup();
  for (const toast of toasts.visible()) toasts.close(toast.id);
  vi.unstubAllGlobals();
});

const calls = { onDone: vi.fn(), onConflict: vi.fn(), onStale: vi.fn() };
const go = vi.fn();
function Dialog({ state }: { state: DialogState }) {
  const { submit } = useSubmit({ state, dispatch: () => undefined, ...calls });
  return (
    <button type="button" onClick={() => void submit()}>
      Submit
    </button>
  );
}
function show(first: DialogState) {
  const queries = createQueryClient();
  const tree = (state: DialogState) => (
    <Providers queries={queries}>
      <NavigationProvider place={{ path: '/', search: '' }} go={go}>
        <Dialog state={state} />
        <ConfirmHost />
      </NavigationProvider>
    </Providers>
  );
  const view = render(tree(first));
  return (state: DialogState) => view.rerender(tree(state));
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const messages = () => toasts.visible().map((one) => one.message);

const whole = stateAfter(
  {
    type: 'location',
    patch: {
      streetAndNumber: '12 Oak St',
      city: 'Yonkers',
      state: 'NY',
      zipCode: '10701',
      square_feet: 1800,
    },
  },
  { type: 'service', id: ids.service },
  { type: 'custom', patch: { date: '2090-03-08', time: '09:00' } },
  { type: 'people', kind: 'clients', people: [{ id: ids.client, first_name: 'Amara' } as never] },
);

it('reports that the first attempt arrived and does not book a second appointment from a changed draft', async () => {
  answers = [lost, refusal({ first_answer: { id: 'made', order_id: '1033' } })];
  const update = show(whole);
  press('Submit');
  await waitFor(() => expect(messages()).toEqual(['Failed to add appointment! Please try after sometime']));
  update(draftReducer(whole, { type: 'notes', text: 'Dog' }));
  press('Submit');
  await screen.findByText(/appointment 1033 was created/);
  expect(keys[1]).toBe(keys[0]);
  expect(calls.onConflict).not.toHaveBeenCalled();
  press('Stay here');
  await waitFor(() => expect(screen.queryByText(/appointment 1033 was created/)).toBeNull());
  press('Submit');
  await screen.findByText(/appointment 1033 was created/);
  expect(keys).toHaveLength(2);
  press('Open appointment');
  await waitFor(() => expect(go).toHaveBeenCalledWith('/appointments/details/made'));
  expect(calls.onDone).toHaveBeenCalledWith('made');
});

it('does not mention a new appointment when saving an existing one fails', async () => {
  answers = [];
  const opened = openForEdit(booked as Appointment, defaults, today);
  show(draftReducer(opened, { type: 'notes', text: 'Dog' }));
  press('Submit');
  await waitFor(() => expect(messages()).toHaveLength(1));
  expect(messages()[0]).not.toContain('add appointment');
});

it('adds the reason why booking is forbidden, but no details of a server error', async () => {
  answers = [refused(403, 'FORBIDDEN', 'You don’t have permission to do this', null)];
  show(whole);
  press('Submit');
  await waitFor(() =>
    expect(messages()).toEqual(['Error while creating appointment', 'You don’t have permission to do this']),
  );
  for (const toast of toasts.visible()) toasts.close(toast.id);
  answers = [refused(500, 'INTERNAL', 'Unexpected', null)];
  press('Submit');
  await waitFor(() => expect(messages()).toEqual(['Error while creating appointment']));
});
