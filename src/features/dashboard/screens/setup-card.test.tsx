import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen, startMockApi } from '#features/people/screens/screens-for-tests.tsx';
import { loadMessages } from '#web/i18n.ts';
import type { SetupStep } from '../contract.ts';
import { LazySetupCard } from './lazy-setup-card.tsx';

const steps: SetupStep[] = [
  { key: 'profile', path: '/company-profile', isDone: true },
  { key: 'services', path: '/services', isDone: false },
  { key: 'team', path: '/people?tab=technicians&add=1', isDone: false },
];

async function open(shown: SetupStep[], user: Parameters<typeof startMockApi>[1] = {}) {
  const sent = await startMockApi(({ method }) => (method === 'GET' ? { steps: shown } : null), user);
  await loadMessages('dashboard');
  renderScreen(<LazySetupCard />, '/dashboard');
  return sent;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const shownCard = () => screen.queryByRole('region', { name: 'Set up your company' });
const card = () => screen.findByRole('region', { name: 'Set up your company' });

test('shows the progress, a link for each open step, and a button for the next one only', async () => {
  await open(steps);
  const shown = within(await card());
  expect(shown.getByText('1 of 3')).toBeDefined();
  const links = shown.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Review your services and prices', '/services'],
    ['Start', '/services'],
    ['Invite your team', '/people?tab=technicians&add=1'],
  ]);
  expect(shown.getByText(/Add your logo/).textContent).toContain('(done)');
});

test('the step of the first appointment opens the dialog', async () => {
  await open([{ key: 'appointment', path: '/appointments', isDone: false }]);
  const start = within(await card()).getByRole('button', { name: 'Start: Book your first appointment' });
  expect(start).toBeDefined();
});

test('is gone once dismissed, and the user’s choice is saved', async () => {
  const sent = await open(steps, { saved_columns: { appointments: ['date'] } });
  fireEvent.click(within(await card()).getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(shownCard()).toBeNull());
  expect(sent.find((one) => one.method === 'PUT')).toMatchObject({
    path: '/v2/users/me/preferences',
    body: { saved_columns: { 'dashboard.setup': ['dismissed'] } },
  });
});

test('asks for nothing after it was dismissed, and shows nothing without steps', async () => {
  const sent = await open(steps, { saved_columns: { 'dashboard.setup': ['dismissed'] } });
  expect(shownCard()).toBeNull();
  expect(sent).toEqual([]);
  cleanup();
  const asked = await open([]);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(shownCard()).toBeNull();
});
