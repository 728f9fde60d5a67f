import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { NavigationProvider } from '#web/navigation/navigation.tsx';
import { Providers } from '#web/providers.tsx';
import type { Confirmation } from '../confirmation-contract.ts';
import type { BookingResult } from '../contract.ts';
import { ConfirmBookingPage } from './confirm-booking-page.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const times = { at: '2030-03-08T09:00:00-05:00', end: '2030-03-08T12:00:00-05:00' };
const shown: Confirmation = {
  company: { name: 'Acme', logo: null, timezone: 'America/New_York', currency: 1, date_format: 'MM/DD/YYYY' },
  analytics_id: 'G-AB12CD34',
  ...{ state: 'waiting', mode: 'schedule', is_scheduling_on: true, ...times, address: '12 Main St' },
  ...{ services: ['Inspection'], held_until: null, next: [], booked: null },
};
const booked: BookingResult = {
  ...{ publicId: 'p'.repeat(24), status: 'scheduled', ...times, timezone: 'America/New_York' },
  ...{ technicians: [], total: 475, text: '', conversion_url: null, confirm: null },
};

test('a booking is measured once it is confirmed, without its key', async () => {
  localStorage.setItem('analytics-consent', JSON.stringify({ 'G-AB12CD34': 'granted' }));
  vi.stubGlobal('fetch', async (_url: string, init?: { method?: string }) => {
    const data = init?.method === 'POST' ? booked : shown;
    return Response.json({ success: true, data, error: null });
  });
  Object.assign(document, { fonts: new EventTarget() });
  window.history.replaceState(null, '', '/confirm-booking/acme/the-secret-key');
  await startI18n();
  await loadMessages('booking');
  render(
    <Providers queries={createQueryClient()}>
      <NavigationProvider place={{ path: '/', search: '' }} go={vi.fn()}>
        <ConfirmBookingPage request_id="acme" token="the-secret-key" />
      </NavigationProvider>
    </Providers>,
  );
  const reported = () =>
    JSON.stringify(
      ((window as unknown as { dataLayer?: IArguments[] }).dataLayer ?? []).map((one) => Array.from(one)),
    );
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm appointment' }));
  await waitFor(() => expect(reported()).toContain('"purchase"'));
  expect(reported()).toContain('"value":475');
  expect(reported()).not.toContain('the-secret-key');
  expect(screen.getByRole('link', { name: 'Google Calendar' }).getAttribute('href')).toContain(
    'dates=20300308T140000Z%2F20300308T170000Z',
  );
});
