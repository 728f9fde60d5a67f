import { cleanup, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { noFlags } from '#domain/people/permissions.ts';
import { AppointmentsPage } from '#features/appointments/screens/list/appointments-page.tsx';
import { PersonAppointments } from '#features/appointments/screens/list/person-appointments.tsx';
import { AvailabilityPage } from '#features/availability/screens/availability-page.tsx';
import { MessageLog } from '#features/messages/screens/message-log.tsx';
import { PaymentsPage } from '#features/payments/screens/office/payments-page.tsx';
import { pageOfRows, renderScreen, startMockApi } from '#features/people/screens/screens-for-tests.tsx';
import { ReportsCard } from '#features/reports/screens/office/reports-card.tsx';
import { DiscountsPage } from '#features/services/screens/discounts-page.tsx';
import { TemplatesPage } from '#features/templates/screens/templates-page.tsx';
import { loadMessages } from '#web/i18n.ts';
import { PageSlotProvider } from '#web/page-slots.tsx';

const fillers = { 'shell.new-appointment': [() => null] };
const none = {
  ...pageOfRows([]),
  kinds: [],
  waiting: 0,
  next: '2030-03-01T15:00:00.000Z',
  totals: [],
  views: [],
  reports: [],
  technicians: [],
  timezone: 'America/New_York',
  can_edit: true,
};
const staff = { user_type: 3, role: 'Staff', ...noFlags };

async function open(page: ReactNode, address: string, user: Parameters<typeof startMockApi>[1] = {}) {
  await startMockApi(() => none, { saved_columns: {}, ...user });
  await loadMessages(
    'appointments',
    'auth',
    'availability',
    'messages',
    'payments',
    'people',
    'reports',
    'services',
    'templates',
  );
  renderScreen(<PageSlotProvider fillers={fillers}>{page}</PageSlotProvider>, address);
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The buttons and links of the empty state with this title. */
async function actionsAt(title: string): Promise<(string | null)[]> {
  const state = (await screen.findByText(title)).parentElement;
  if (!state) return [];
  const shown = within(state);
  return [...shown.queryAllByRole('button'), ...shown.queryAllByRole('link')].map((one) => one.textContent);
}

const canEdit = { appointmentId: 'a1', rev: 1, canEdit: true };

test.each([
  ['appointments', <AppointmentsPage />, '/appointments', 'No upcoming appointments', 'New Appointment'],
  ['payments', <PaymentsPage />, '/payments', 'No payments yet', 'Set up online payments'],
  ['messages', <MessageLog />, '/communication', 'No messages yet', 'New Appointment'],
  ['discount codes', <DiscountsPage />, '/discount-codes', 'No discount codes yet', 'Add discount code'],
  ['hours', <AvailabilityPage />, '/availability', 'No technicians yet', 'Add technician'],
  [
    'appointments of a client',
    <PersonAppointments kind="clients" personId="c1" />,
    '/people/clients/c1',
    'No appointments yet',
    'New Appointment',
  ],
  [
    'reports of an appointment',
    <ReportsCard {...canEdit} />,
    '/appointments/details/a1',
    'No report: this appointment doesn’t have a template.',
    'Choose a template',
  ],
])('empty %s offer one action', async (_, page, address, title, action) => {
  await open(page, address);
  expect(await actionsAt(title)).toEqual([action]);
});

test.each([
  ['appointments', <AppointmentsPage />, '/appointments', 'No upcoming appointments', staff],
  // Elsewhere an empty list is good news.
  ['unpaid appointments', <AppointmentsPage />, '/appointments?tab=unpaid', 'No unpaid appointments', {}],
  ['messages', <MessageLog />, '/communication', 'No messages yet', staff],
  ['hours', <AvailabilityPage />, '/availability', 'No technicians yet', staff],
  [
    'reports of an appointment',
    <ReportsCard {...canEdit} canEdit={false} />,
    '/appointments/details/a1',
    'No report: this appointment doesn’t have a template.',
    staff,
  ],
])('empty %s offer nothing that the user may not do or that does not help', async (...args) => {
  const [, page, address, title, user] = args;
  await open(page, address, user);
  expect(await actionsAt(title)).toEqual([]);
});

test.each([
  ['appointments', <AppointmentsPage />, '/appointments?from=2030-01-01&to=2030-01-02'],
  ['payments', <PaymentsPage />, '/payments?from=2030-01-01&to=2030-01-02'],
  ['messages', <MessageLog />, '/communication?state=failed'],
  ['discount codes', <DiscountsPage />, '/discount-codes?state=expired'],
  ['templates', <TemplatesPage />, '/templates?status=active'],
])('filters without a result can be cleared: %s', async (_, page, address) => {
  await open(page, address);
  expect(await actionsAt('No results match your filters')).toEqual(['Clear filters']);
});
