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
  const rootRoute = createRootRoute({ component: MyProfilePage });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() });
  renderScreen(<RouterProvider router={router as never} />);
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  await screen.findByLabelText('Last name');
  fireEvent.input(field('Last name'), { target: { value: 'Brandt-Weiss' } });
  fireEvent.click(screen.getAllByRole('button', { name: 'Save' })[0] as HTMLElement);
  await waitFor(() => expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(1));
  await waitFor(() =>
    expect(sent.filter(({ path, method }) => path === '/v2/users/me' && method === 'GET')).toHaveLength(2),
  );
  fireEvent.input(field('First name'), { target: { value: 'Sophie' } });
  deliver();
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: 'Save' })[0]).toHaveProperty('disabled', false),
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(field('First name').value).toBe('Sophie');
  expect(field('Last name').value).toBe('Brandt-Weiss');
});
