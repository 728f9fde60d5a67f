import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { allFlags } from '#domain/people/permissions.ts';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';
import { SaveBarPage } from '#web/ui/feedback/save-bar-page.tsx';
import { LimitsCard } from './limits-card.tsx';
import { LimitsProvider } from './limits-form.tsx';

const id = '00000000-0000-7000-8000-000000000001';
const user = { ...allFlags, id, subscriber_id: id, user_type: 1, role: 'Administrator' };
const home = { address: '1 Main St, Austin, TX 78701', lat: 30.27, lng: -97.74 };
let stored: object;
let sent: Record<string, unknown>[];

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  sent = [];
  stored = { technician_id: id, services: [], add_ons: [], areas: [], rev: 3, home };
  Object.assign(stored, { company: { road_aware_slots: true, address: '5 Office Rd' } });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const data = String(address).includes('/geo/') ? [oak] : stored;
    if (init.method === 'PUT') sent.push(JSON.parse(String(init.body)));
    return Response.json({ success: true, data, error: null });
  });
  await session.enter({ accessToken: 'token', user: user as unknown as SessionUser });
  await startI18n();
  await loadMessages('availability');
  render(
    <Providers queries={createQueryClient()}>
      <SaveBarPage>
        <LimitsProvider technicianId={id}>
          <LimitsCard />
        </LimitsProvider>
      </SaveBarPage>
    </Providers>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const oak = {
  ...{ id: 'oak', fullAddress: '12 Oak St, Kyle, TX 78640', streetNumber: '12', street: 'Oak St' },
  ...{ city: 'Kyle', state: 'TX', cp: '78640', country: 'US', neighborhood: '', timezone: '' },
  ...{ coordinates: { lat: 29.99, lng: -97.88 }, precision: 'street', distance: null },
};
const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Home base' });
const type = async (value: string) => fireEvent.change(await field(), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

it('stores the position of the chosen address', async () => {
  await type('12 Oak');
  expect((await field()).value).toBe('12 Oak');
  fireEvent.click(await screen.findByRole('option', { name: /12 Oak St/, hidden: true }));
  expect((await field()).value).toBe(oak.fullAddress);
  save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({ rev: 3, home: { address: oak.fullAddress, ...oak.coordinates } });
});

it('does not store text that is no address, and returns to the chosen one when it is left', async () => {
  fireEvent.focus(await field());
  await type('12 Oak');
  expect(screen.queryByText('Choose an address from the list')).toBeNull();
  save();
  expect(sent).toEqual([]);
  fireEvent.blur(await field());
  expect((await field()).value).toBe(home.address);
  expect(screen.queryByText('Choose an address from the list')).toBeNull();
});

it('is the company’s address again once it is cleared', async () => {
  await type('');
  expect((await field()).placeholder).toBe('5 Office Rd');
  save();
  await waitFor(() => expect(sent).toEqual([{ rev: 3, home: null }]));
});

it('says what is missing once it is left with text only', async () => {
  fireEvent.focus(await field());
  await type('');
  await type('12 Oak');
  expect(screen.queryByText('Choose an address from the list')).toBeNull();
  fireEvent.blur(await field());
  expect(screen.getByText('Choose an address from the list')).toBeDefined();
  expect((await field()).value).toBe('12 Oak');
  save();
  expect(sent).toEqual([]);
});
