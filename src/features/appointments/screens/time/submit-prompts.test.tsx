import { act, cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { allFlags } from '#domain/people/permissions.ts';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';
import { ConfirmHost } from '#web/ui/dialog/confirm.tsx';
import type { Appointment } from '../../contract.ts';
import { RescheduleDialog } from '../details/dialogs/reschedule-dialog.tsx';
import { SubEventDialog } from '../details/dialogs/sub-event-dialog.tsx';
import { useSubmit } from '../dialog/use-submit.ts';
import { booked, defaults, ids, stateAfter } from '../draft/draft-for-tests.ts';

const user = { ...allFlags, id: ids.dana, subscriber_id: ids.dana, user_type: 1, role: 'Administrator' };
const off = {
  technician_id: ids.dana,
  kind: 'time_off',
  title: '',
  start: '2030-03-08T05:00:00-05:00',
  end: '2030-03-09T05:00:00-05:00',
  is_warning: true,
};
const conflict = {
  technician_id: ids.dana,
  kind: 'appointment',
  title: '901 · 7 Elm St',
  start: '2030-03-08T09:00:00-05:00',
  end: '2030-03-08T12:00:00-05:00',
};
const appointment = {
  ...booked,
  public_id: 'p',
  end_time: '2030-03-08T12:00:00-05:00',
  projection: 'full',
  may: { edit: true },
  inspection_events: [],
} as unknown as Appointment;
let sent: { method: string; path: string; body: Record<string, unknown> }[];
let refusal: object | null;

beforeEach(async () => {
  sent = [];
  refusal = null;
  Object.assign(document, { fonts: new EventTarget() });
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const path = String(address).replace(/^\/api|\?.*$/g, '');
    const json = (data: unknown, error: object | null = null) =>
      Response.json({ success: error === null, data, error }, { status: error ? 409 : 200 });
    if (path.includes('/check-inspection-time/'))
      return json({ available: true, conflicts: [off], rivals: [] });
    if (path === '/v2/appointments/defaults') return json(defaults);
    if ((init.method ?? 'GET') === 'GET')
      return json({ pageData: [], pageInfo: { total: 0, endCursor: null } });
    sent.push({ method: init.method ?? '', path, body: JSON.parse(String(init.body)) });
    const error = refusal;
    refusal = null;
    return error ? json(null, error) : json(appointment);
  });
  await session.enter({ accessToken: 'token', user: user as unknown as SessionUser });
  await startI18n();
  await loadMessages('appointments', 'people');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const Frame = ({ children }: { children: ReactNode }) => (
  <Providers queries={createQueryClient()}>
    <ConfirmHost />
    {children}
  </Providers>
);

it('rescheduling warns that the technician is off and continues after confirmation', async () => {
  render(<RescheduleDialog appointment={appointment} opened onClose={vi.fn()} />, { wrapper: Frame });
  fireEvent.click(screen.getByRole('combobox', { name: 'Time slot start' }));
  fireEvent.click(await screen.findByText('10:00 AM'));
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Dana Example: time off')).toBeTruthy();
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Use this time anyway' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ method: 'PUT', body: { date_time: '2030-03-08T10:00:00-05:00' } });
  expect(sent[0]?.body).not.toHaveProperty('overrule');
});

it('the dialog asks once before it books a technician who is off', async () => {
  const technician = defaults.inspectorOptions.slice(0, 1);
  const state = stateAfter(
    {
      type: 'location',
      patch: { streetAndNumber: '1 Oak St', state: 'NY', zipCode: '10701', square_feet: 900 },
    },
    { type: 'service', id: ids.service },
    { type: 'custom', patch: { date: '2030-03-08', time: '09:00' } },
    { type: 'people', kind: 'technicians', people: technician },
    { type: 'people', kind: 'clients', people: defaults.clientOptions },
  );
  const options = { state, dispatch: vi.fn(), onDone: vi.fn(), onConflict: vi.fn(), onStale: vi.fn() };
  const { result } = renderHook(() => useSubmit(options), { wrapper: Frame });
  await act(async () => void result.current.submit());
  expect(await screen.findByText('Dana Example: time off')).toBeTruthy();
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Choose another time' }));
  await waitFor(() =>
    expect(options.dispatch).toHaveBeenCalledWith({ type: 'errors', errors: {}, step: 'setDateTime' }),
  );
  await act(async () => void result.current.submit());
  fireEvent.click(await screen.findByRole('button', { name: 'Use this time anyway' }));
  await waitFor(() => expect(sent.map((one) => one.path)).toEqual(['/inspections']));
});

it('a sub-event that conflicts with another booking shows it and can be booked with a reason', async () => {
  refusal = {
    type: 'CONFLICT',
    message: 'This time slot is no longer available',
    details: { conflicts: [conflict] },
  };
  const event = {
    ...{ id: ids.radon, name: 'Radon pick-up', description: '', inspector: ids.dana },
    ...{ start_date: '2030-03-08T09:00:00-05:00', end_date: '2030-03-08T10:00:00-05:00' },
  };
  render(<SubEventDialog appointment={appointment} event={event} opened onClose={vi.fn()} />, {
    wrapper: Frame,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Save sub-event' }));
  expect(await screen.findByText(/901 · 7 Elm St/)).toBeTruthy();
  fireEvent.change(screen.getByRole('textbox', { name: 'Reason for double-booking' }), {
    target: { value: 'Two' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Schedule anyway' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.body).toMatchObject({
    overrule: { reason: 'Two' },
    inspection_events: [{ name: 'Radon pick-up' }],
  });
});
