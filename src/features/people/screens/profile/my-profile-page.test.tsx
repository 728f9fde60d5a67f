import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { session } from '#web/session.ts';
import { renderScreen, startMockApi, subscriberId } from '../screens-for-tests.tsx';
import { MyProfilePage } from './my-profile-page.tsx';

const profile = {
  id: subscriberId,
  subscriber_id: subscriberId,
  user_type: 3,
  role: 'Staff',
  first_name: 'Sofia',
  last_name: 'Brandt',
  email: 'sofia@example.com',
  phone: '',
  color: '#add8e6',
  language: 'en',
  profile_pic: null,
  signature: { kind: 'typed', text: 'Sofia Brandt', image: null },
  notification_preferences: {
    own_appointments: true,
    requests: true,
    payments: true,
    report_approvals: true,
  },
  receive_communication: false,
  rev: 1,
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function showPage() {
  const rootRoute = createRootRoute({ component: MyProfilePage });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() });
  renderScreen(<RouterProvider router={router as never} />);
}

it('keeps what is typed between a save and the next read of the profile', async () => {
  vi.spyOn(session, 'reload').mockResolvedValue(session.state());
  let stored = profile;
  let deliver = () => {};
  const sent = await startMockApi(({ method, path }) => {
    if (path !== '/v2/users/me') return profile;
    if (method === 'PUT') {
      stored = { ...profile, last_name: 'Brandt-Weiss', rev: 2 };
      return stored;
    }
    if (stored === profile) return profile;
    return new Promise((resolve) => {
      deliver = () => resolve(stored);
    });
  });
  showPage();
  const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
  await screen.findByLabelText(/^Last name/);
  fireEvent.input(field(/^Last name/), { target: { value: 'Brandt-Weiss' } });
  fireEvent.click(screen.getByText('Save'));
  await waitFor(() => expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(1));
  await waitFor(() =>
    expect(sent.filter(({ path, method }) => path === '/v2/users/me' && method === 'GET')).toHaveLength(2),
  );
  fireEvent.input(field(/^First name/), { target: { value: 'Sophie' } });
  deliver();
  await waitFor(() => expect(screen.queryByText('Save')).not.toBeNull());
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(field(/^First name/).value).toBe('Sophie');
  expect(field(/^Last name/).value).toBe('Brandt-Weiss');
});

it('saves all changed cards with one button; one that is refused keeps its input and shows why', async () => {
  vi.spyOn(session, 'reload').mockResolvedValue(session.state());
  const sent = await startMockApi(({ method, body }) => {
    if (method !== 'PUT' || !JSON.stringify([...(body as FormData).keys()]).includes('first_name'))
      return profile;
    const error = {
      type: 'BAD_USER_INPUT',
      message: 'Invalid',
      details: { first_name: 'Enter a first name' },
    };
    return Response.json({ success: false, data: null, error }, { status: 400 });
  });
  showPage();
  fireEvent.input(await screen.findByLabelText(/^First name/), { target: { value: '' } });
  fireEvent.click(screen.getByLabelText(/^Reports awaiting/));
  fireEvent.click(screen.getByText('Save'));
  expect(await screen.findByText('Enter a first name')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).toBe('');
  await waitFor(() => expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(2));
  expect(screen.getByText('You have unsaved changes')).toBeTruthy();
  fireEvent.click(screen.getByText('Discard'));
  await waitFor(() => expect(screen.queryByText('Save')).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).toBe('Sofia');
});
