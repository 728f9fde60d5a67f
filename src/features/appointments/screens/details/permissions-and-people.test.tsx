import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { asZone } from '#domain/base/time.ts';
import { AddressPicker } from '#features/company/screens/address-picker.tsx';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { NavigationProvider } from '#web/navigation/navigation.tsx';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';
import type { Appointment } from '../../contract.ts';
import { StepDateTime } from '../dialog/steps/step-date-time.tsx';
import { DialogContext } from '../draft/dialog-context.ts';
import { booked, defaults, ids, settings, stateAfter } from '../draft/draft-for-tests.ts';
import { displayedPrice } from '../draft/draft-pricing.ts';
import { DetailsBanners } from './details-banners.tsx';
import { DetailsHeader } from './details-header.tsx';

const asked: { url: string; body: string }[] = [];
const competing = {
  appointment_id: ids.radon,
  title: '1044 · 3 Elm St',
  start: '2090-03-08T09:30:00-05:00',
  end: '2090-03-08T12:00:00-05:00',
};

async function enter(more: Record<string, unknown>) {
  const user = { id: ids.dana, subscriber_id: ids.code, country_code: 'US', ...more };
  await session.enter({ accessToken: 'token', user: user as unknown as SessionUser });
}

beforeEach(async () => {
  asked.length = 0;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    asked.push({ url, body: String(init?.body ?? '') });
    const data = url.includes('check-inspection')
      ? { available: true, conflicts: [], rivals: [competing] }
      : url.includes('geo')
        ? []
        : { timeSlots: [] };
    return new Response(JSON.stringify({ success: true, data, error: null }), {
      headers: { 'content-type': 'application/json' },
    });
  });
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  await loadMessages('appointments', 'people');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const shown = (what: React.ReactNode) => render(<Providers queries={createQueryClient()}>{what}</Providers>);

it('shows requests without a technician that overlap a booked appointment', async () => {
  await enter({ user_type: 1 });
  const appointment = {
    ...booked,
    subscriber_id: ids.code,
    status: 'scheduled',
    display_status: 'scheduled',
    date_time: '2090-03-08T09:00:00-05:00',
    has_address: true,
    inspectors: [ids.dana],
    overruled: [],
    canceled_at: null,
    may: { edit: true, confirm: false },
  } as unknown as Appointment;
  // Loaded after the page has rendered.
  await act(async () => {
    shown(<DetailsBanners appointment={appointment} />);
  });
  expect(await screen.findByText('1044 · 3 Elm St')).toBeTruthy();
});

it.each([
  ['online', 0],
  ['internal', 1],
])(
  'a request from %s is confirmed in the header by %i buttons: visitors are accepted below it',
  async (source, count) => {
    await enter({ user_type: 1 });
    const appointment = {
      ...booked,
      source,
      status: 'requested',
      display_status: 'requested',
      date_time: '2090-03-08T09:00:00-05:00',
      inspectors: [ids.dana],
      may: { edit: true, confirm: true, cancel: true, remove: true },
    } as unknown as Appointment;
    shown(
      <NavigationProvider place={{ path: '/', search: '' }} go={vi.fn()}>
        <DetailsHeader appointment={appointment} hasNextStep={false} />
      </NavigationProvider>,
    );
    expect(screen.queryAllByRole('button', { name: 'Confirm' })).toHaveLength(count);
  },
);

function conflictFor(technician: string) {
  const state = stateAfter(
    { type: 'custom', patch: { date: '2090-03-08', time: '09:00' } },
    { type: 'customTime', isOn: true },
    { type: 'people', kind: 'technicians', people: [{ id: technician, first_name: 'Dana' } as never] },
  );
  const found = [{ ...competing, technician_id: technician, kind: 'appointment' }];
  const facts = { dispatch: vi.fn(), defaults, settings, zone: asZone(defaults.timezone), isPricing: false };
  shown(
    <DialogContext value={{ ...facts, state, price: displayedPrice(state) }}>
      <StepDateTime
        conflict={{ message: '', conflicts: found }}
        onSettled={vi.fn()}
        onScheduleAnyway={vi.fn()}
      />
    </DialogContext>,
  );
}

it("lets a technician double-book their own time but not a colleague's", async () => {
  await enter({ user_type: 2, can_schedule_new: true });
  conflictFor(ids.dana);
  expect(screen.getByRole('button', { name: 'Schedule anyway' })).toBeTruthy();
  cleanup();
  conflictFor(ids.tariq);
  expect(screen.queryByRole('button', { name: 'Schedule anyway' })).toBeNull();
});

it('searches addresses within ten miles of 1609.34 m if no radius is given', async () => {
  await enter({ user_type: 1 });
  shown(<AddressPicker label="Address" value="" onChoose={vi.fn()} centre={null} />);
  fireEvent.change(screen.getByRole('combobox'), { target: { value: '12 Main' } });
  await waitFor(() => expect(asked.some(({ url }) => url.includes('geo'))).toBe(true), { timeout: 10_000 });
  const search = new URLSearchParams(asked.find(({ url }) => url.includes('geo'))?.url.split('?')[1]);
  expect(search.get('radius')).toBe('16093.4');
});
