import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen, startMockApi } from '#features/automations/screens/screens-for-tests.tsx';
import { CorrectAddress } from '#features/people/screens/correct-address.tsx';
import { loadMessages } from '#web/i18n.ts';
import { NavigationProvider } from '#web/navigation/navigation.tsx';
import { PageSlotProvider } from '#web/page-slots.tsx';
import type { DeliveryProblem } from '../delivery-contract.ts';
import { DashboardDeliveryProblems, DeliveryProblems } from './delivery-problems.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const bounced: DeliveryProblem = {
  ...{ message_id: 'm1', is_copy: false, person_id: 'p1', kind: 'clients', name: 'Ann Lee' },
  ...{ address: 'ann@gmial.com', status: 'bounced', reason: '550 5.1.2 Host not found' },
  ...{ at: '2030-03-01T14:00:00.000Z', appointment_id: 'a1', missed: 2, can_resend: false },
  ...{ current_address: 'ann@gmial.com', suggestion: 'ann@gmail.com' },
};

/** Shows the problems that the server reports, each time they are asked for. */
async function show(problems: () => DeliveryProblem[], isOnDashboard = false) {
  const sent = await startMockApi(({ path, method }) => {
    if (path === '/v2/messages/problems') return problems();
    if (path === '/v2/messages/resend-missed') return { sent: 2 };
    if (path.endsWith('/resend')) return { to: 'ann@a.example' };
    return method === 'GET' ? [] : { id: 'p1', closed: 1 };
  });
  await loadMessages('messages', 'people');
  await act(async () =>
    renderScreen(
      <NavigationProvider place={{ path: '/', search: '' }} go={() => undefined}>
        <PageSlotProvider fillers={{ 'delivery.correct': [CorrectAddress] }}>
          {isOnDashboard ? <DashboardDeliveryProblems /> : <DeliveryProblems appointmentId="a1" />}
        </PageSlotProvider>
      </NavigationProvider>,
    ),
  );
  return (path: string) => sent.find((one) => one.path === path);
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

it('corrects a mistyped address in one click and then offers to send what was missed', async () => {
  let problem = bounced;
  const sentTo = await show(() => [problem]);
  expect(await screen.findByText('Email to Ann Lee (ann@gmial.com) bounced')).toBeTruthy();
  expect(screen.getByText(/Host not found/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Correct the address' })).toBeNull();
  problem = { ...bounced, can_resend: true, current_address: 'ann@gmail.com', suggestion: null };
  await press('Use ann@gmail.com');
  await press('Send the 2 missed messages again');
  const form = sentTo('/v2/clients/p1')?.body;
  expect(form instanceof FormData && form.get('email')).toBe('ann@gmail.com');
  await waitFor(() => expect(sentTo('/v2/messages/resend-missed')?.body).toEqual({ person_id: 'p1' }));
});

it('leads to the person if no other address is known', async () => {
  await show(() => [{ ...bounced, suggestion: null }]);
  const link = await screen.findByRole('link', { name: 'Correct the address' });
  expect(link.getAttribute('href')).toBe('/people/clients/p1');
});

it('sends an unconfirmed message again only after a warning', async () => {
  const sentTo = await show(() => [
    { ...bounced, status: 'uncertain', address: 'ann@a.example', suggestion: null, missed: 0 },
  ]);
  await press('Send again');
  const warning = await screen.findByText(/it may arrive twice/);
  expect(sentTo('/v2/messages/m1/resend')).toBeUndefined();
  const dialog = warning.closest<HTMLElement>('[role="dialog"]');
  fireEvent.click(within(dialog ?? document.body).getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(sentTo('/v2/messages/m1/resend')).toBeDefined());
});

it('names a copy as such; it can only be dismissed', async () => {
  const sentTo = await show(() => [
    { ...bounced, is_copy: true, address: 'office@a.example', suggestion: null, missed: 0 },
  ]);
  expect(await screen.findByText('Copy to office@a.example of an email to Ann Lee bounced')).toBeTruthy();
  await press('Dismiss');
  await waitFor(() =>
    expect(sentTo('/v2/messages/problems/close')?.body).toEqual({ address: 'office@a.example' }),
  );
});

it('shows the three newest on the dashboard', async () => {
  await show(
    () => [1, 2, 3, 4].map((n) => ({ ...bounced, person_id: `p${n}`, address: `ann${n}@a.example` })),
    true,
  );
  await screen.findByText(/ann1@/);
  expect(screen.getAllByText(/bounced$/)).toHaveLength(3);
});
