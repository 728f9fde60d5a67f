import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppointmentDetailsPage } from '#features/appointments/screens/details/details-page.tsx';
import { AppointmentsPage } from '#features/appointments/screens/list/appointments-page.tsx';
import { DashboardPage } from '#features/dashboard/screens/dashboard-page.tsx';
import { PaymentsPage } from '#features/payments/screens/office/payments-page.tsx';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { NavigationProvider } from '#web/navigation/navigation.tsx';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';

// R-STATE-034: loading, loaded and failed data look different on every page of appointments and of payments.

const empty = {
  // Of the payments, and of the dashboard.
  totals: [],
  steps: [],
  days: [{ day: '2030-03-04', count: 0, stops: [] }],
  isOwn: false,
  nextId: null,
  attention: null,
  pageData: [],
  pageInfo: { total: 7, totalIsCapped: false, hasNextPage: false, endCursor: null, perPage: 25 },
};
const answers = {
  late: () => new Promise<Response>(() => {}),
  failed: async () => {
    const error = { type: 'INTERNAL', message: 'The server is unavailable', details: null };
    return new Response(JSON.stringify({ success: false, data: null, error }), { status: 500 });
  },
  here: async () => new Response(JSON.stringify({ success: true, data: empty, error: null })),
};
let now: keyof typeof answers;

beforeEach(async () => {
  now = 'late';
  vi.stubGlobal('fetch', () => answers[now]());
  Object.assign(document, { fonts: new EventTarget() });
  const user = { id: 'u1', subscriber_id: 'u1', user_type: 1, role: 'Administrator', saved_columns: {} };
  await session.enter({ accessToken: 't', user: user as unknown as SessionUser });
  await startI18n();
  await loadMessages('dashboard', 'appointments', 'auth', 'people', 'payments');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (page: ReactNode) =>
  render(
    <Providers queries={createQueryClient()}>
      <NavigationProvider place={{ path: '/', search: '' }} go={() => undefined}>
        <Suspense>{page}</Suspense>
      </NavigationProvider>
    </Providers>,
  );
const alerts = () => screen.queryAllByRole('alert').map((one) => one.textContent);
const busy = () => document.querySelectorAll('[aria-busy="true"]').length;

it.each([
  ['the dashboard', () => <DashboardPage />, 'No appointments today'],
  ['the list of appointments', () => <AppointmentsPage />, 'No upcoming appointments'],
  ['the list of payments', () => <PaymentsPage />, 'No payments yet'],
  ['the details of an appointment', () => <AppointmentDetailsPage id="a1" />, null],
])('%s shows that it is loading, or that it failed and can be retried', async (_, page, whenHere) => {
  show(page());
  await waitFor(() => expect(busy()).toBeGreaterThan(0));
  expect(alerts()).toEqual([]);
  cleanup();
  now = 'failed';
  show(page());
  const alert = await screen.findByText('The server is unavailable');
  expect(alert).toBeDefined();
  expect(alerts()).toHaveLength(1);
  now = 'here';
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(alerts()).toEqual([]));
  if (whenHere) expect(screen.getByText(whenHere)).toBeDefined();
});
