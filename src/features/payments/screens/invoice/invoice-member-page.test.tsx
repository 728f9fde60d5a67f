import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';
import { InvoiceMemberPage } from './invoice-member-page.tsx';

const publicId = 'i'.repeat(24);
const attempt_id = 'pa0123456789abcdef';
const appointment_id = '00000000-0000-7000-8000-000000000001';
const stranger = {
  public_id: publicId,
  appointment_public_id: 'a'.repeat(24),
  number: 'INV-0001',
  status: 'open',
  currency: 1,
  issued_on: '2030-03-01',
  due_date: null,
  voided_on: null,
  subtotal: 600,
  taxes: [],
  total: 600,
  credits: 0,
  credit_lines: [],
  paid_amount: 0,
  outstanding: 600,
  paid: false,
  is_processing: false,
  lines: [],
  payments: [],
  notes: '',
  bill_to: [],
  property_address: '12 Main St',
  order_id: '1001',
  date_time: '2030-03-09T09:00:00-05:00',
  is_canceled: false,
  payment_type: 5,
  payment_instructions: '',
  external_payment_url: null,
  online: { gateway: 5, mode: 'live', checkout_style: 'embedded', allow_partial_payments: false },
  needs_personal_link: false,
  link_state: 'none',
  company: {
    company_name: 'Acme',
    timezone: 'America/New_York',
    address_lines: [],
    website: '',
    date_format: 'MM/DD/YYYY',
  },
  appointment_id: null as string | null,
};
let asked: { url: string; body: unknown }[];
let shown: typeof stranger;

beforeEach(async () => {
  asked = [];
  shown = stranger;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    asked.push({ url: String(url), body: init.body ? JSON.parse(String(init.body)) : null });
    const isPay = String(url).endsWith('/pay');
    const own = { ...shown, id: appointment_id, records: [], attempts: [], void_reason: '', link: '' };
    const data = isPay
      ? { attempt_id, state: 'paid', code: '', amount: 600 }
      : String(url).includes('/appointments/')
        ? own
        : shown;
    return new Response(JSON.stringify({ success: true, data, error: null }), {
      headers: { 'content-type': 'application/json' },
    });
  });
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  await loadMessages('payments');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

function show(search: string) {
  window.history.replaceState(null, '', `/invoice/${publicId}${search}`);
  render(
    <Providers queries={createQueryClient()}>
      <InvoiceMemberPage id={publicId} />
    </Providers>,
  );
}

it('a user of another company can pay with the personal link while signed in', async () => {
  show('?p=mine');
  expect(await screen.findByRole('button', { name: 'Pay $600.00' })).toBeTruthy();
  expect(asked.map((one) => one.url)).toEqual([expect.stringMatching(/p=mine/)]);
});

it('a user of another company sees the result after returning from the gateway’s page', async () => {
  show(`?p=mine&attempt=${attempt_id}`);
  expect(await screen.findByText('$600.00 received. Thank you!')).toBeTruthy();
  expect(asked.find((one) => one.url.endsWith('/pay'))?.body).toMatchObject({ p: 'mine', attempt_id });
  await waitFor(() => expect(window.location.search).toBe('?p=mine'));
});

it('a member of the company sees the result after returning from the gateway’s page', async () => {
  shown = { ...stranger, appointment_id };
  show(`?attempt=${attempt_id}`);
  expect(await screen.findByText('Payment received. Thank you!')).toBeTruthy();
  await waitFor(() => expect(window.location.search).toBe(''));
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
});

it('recording a payment is the next step only while something is due', async () => {
  await session.enter({
    accessToken: 'token',
    user: { id: 'u', user_type: 1, role: 'Administrator' } as unknown as SessionUser,
  });
  const variantAt = async (outstanding: number) => {
    shown = { ...stranger, appointment_id, outstanding };
    show('');
    const button = await screen.findByRole('button', { name: 'Record payment' });
    const variant = button.dataset.variant ?? 'filled';
    cleanup();
    return variant;
  };
  expect([await variantAt(100), await variantAt(0)]).toEqual(['filled', 'default']);
});

it('only members who may edit the fees get the link to the fees of the appointment', async () => {
  shown = { ...stranger, appointment_id };
  const enter = (role: string) =>
    session.enter({ accessToken: 'token', user: { id: 'u', user_type: 1, role } as unknown as SessionUser });
  await enter('Administrator');
  show('');
  const link = await screen.findByRole('link', { name: 'Edit fees' });
  expect(link.getAttribute('href')).toBe(`/appointments/details/${appointment_id}?edit=fees`);
  cleanup();
  await enter('Staff');
  show('');
  expect((await screen.findAllByText('12 Main St')).length).toBeGreaterThan(0);
  expect(screen.queryByRole('link', { name: 'Edit fees' })).toBeNull();
  cleanup();
  await enter('Administrator');
  shown = { ...stranger, appointment_id, is_canceled: true };
  show('');
  expect(await screen.findByRole('button', { name: 'Record payment' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Edit fees' })).toBeNull();
});
