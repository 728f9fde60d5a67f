import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { allFlags } from '#domain/people/permissions.ts';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';
import { ConfirmHost } from '#web/ui/dialog/confirm.tsx';
import type { MerchantApplication, MerchantState } from '../../merchant-contract.ts';
import { MerchantPage } from './merchant-page.tsx';

const id = '00000000-0000-7000-8000-000000000001';
const user = { ...allFlags, id, subscriber_id: id, user_type: 1, role: 'Administrator' };
const form: MerchantState['form'] = {
  legal_name: 'Harbor Home Inspections, LLC',
  dba_name: 'Harbor Inspections',
  email: 'office@harbor.test',
  phone: '5125550100',
  website: '',
  business_description: '',
  address: '100 Congress Avenue',
  city: 'Austin',
  state: 'TX',
  zip_code: '78701',
  principal_first_name: 'Olive',
  principal_last_name: 'Owner',
  principal_title: '',
  principal_phone: '5125550101',
  high_ticket: null,
};
const draft: MerchantApplication = {
  id,
  state: 'draft',
  mode: null,
  problem: '',
  note: '',
  app_link: null,
  opened_at: null,
  submitted_at: null,
  decided_at: null,
  rev: 1,
};
const link = 'https://mpa.fortis.test/signup/1';

let stored: MerchantState;
let sent: { method: string; url: string; body: Record<string, unknown> }[];
/** The error the server returns for the next write. */
let refusal: { status: number; error: Record<string, unknown> } | null;

beforeEach(async () => {
  sent = [];
  refusal = null;
  stored = { onboarding: 'live', country_code: 'US', currency: 1, application: null, form };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET';
    if (method !== 'GET')
      sent.push({ method, url: String(url), body: JSON.parse(String(init.body ?? '{}')) });
    const refused = method === 'GET' ? null : refusal;
    refusal = method === 'GET' ? refusal : null;
    if (!refused && method === 'POST' && String(url).endsWith('/merchant-application'))
      stored = {
        ...stored,
        application: { ...draft, state: 'submitted', app_link: link, mode: 'live', rev: 3 },
      };
    const answer = refused
      ? { success: false, data: null, error: refused.error }
      : { success: true, data: stored, error: null };
    return new Response(JSON.stringify(answer), {
      status: refused?.status ?? 200,
      headers: { 'content-type': 'application/json' },
    });
  });
  Object.assign(document, { fonts: new EventTarget() });
  await session.enter({ accessToken: 'token', user: user as unknown as SessionUser });
  await startI18n();
  await loadMessages('payments');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function show() {
  const rootRoute = createRootRoute({ component: MerchantPage });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() });
  render(
    <Providers queries={createQueryClient()}>
      <RouterProvider router={router as never} />
      <ConfirmHost />
    </Providers>,
  );
  await screen.findByRole('heading', { name: 'Merchant account' });
}

const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string | RegExp, value: string) => fireEvent.input(field(name), { target: { value } });

it('prefills the form from the settings and links to Fortis after submitting', async () => {
  await show();
  await screen.findByRole('form', { name: 'Merchant account' });
  expect(field('Legal name').value).toBe(form.legal_name);
  expect(field('Phone').value).toBe('(512) 555-0100');
  expect(screen.queryByLabelText(/bank|tax|birth/i)).toBeNull();
  fireEvent.change(field('Largest single payment'), { target: { value: '2500' } });
  fireEvent.click(screen.getByRole('button', { name: 'Submit to Fortis' }));
  const onward = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Continue at Fortis' });
  expect(onward.href).toBe(link);
  expect(onward.rel).toContain('noopener');
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ method: 'POST', body: { ...form, high_ticket: 2500 } });
  // Prevents the navigation, so that the test stays on the page.
  onward.addEventListener('click', (event) => event.preventDefault());
  fireEvent.click(onward);
  await waitFor(() => expect(sent[1]?.url).toMatch(/merchant-application\/opened$/));
});

it('shows rejections below their fields and leaves the input unchanged', async () => {
  await show();
  await screen.findByRole('form', { name: 'Merchant account' });
  type('City', 'Round Rock');
  refusal = {
    status: 400,
    error: {
      type: 'BAD_USER_INPUT',
      message: 'Zip code is required',
      details: { zip_code: 'Zip code is required', legal_name: 'Fortis says: is not a registered business' },
    },
  };
  fireEvent.click(screen.getByRole('button', { name: 'Submit to Fortis' }));
  expect(await screen.findByText('Fortis says: is not a registered business')).toBeTruthy();
  expect(screen.getByText('Zip code is required')).toBeTruthy();
  expect(field('City').value).toBe('Round Rock');
  expect(field('Legal name').getAttribute('aria-invalid')).toBe('true');
});

it('shows all problems at once, with their count and the focus on the first', async () => {
  await show();
  await screen.findByRole('form', { name: 'Merchant account' });
  fireEvent.change(field('Legal name'), { target: { value: '' } });
  fireEvent.change(field('Email'), { target: { value: 'office' } });
  fireEvent.change(field('Largest single payment'), { target: { value: '0' } });
  fireEvent.change(field('First name'), { target: { value: ' ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Submit to Fortis' }));
  expect(await screen.findByText('Fix 4 fields to continue')).toBeTruthy();
  for (const text of [
    'Legal name is required',
    'Email is not valid',
    'Enter a whole number from 1 to 30,000',
    'First name is required',
  ])
    expect(screen.getByText(text)).toBeTruthy();
  expect(document.activeElement).toBe(field('Legal name'));
  expect(sent).toEqual([]);
});

it.each([
  ['{legal_name} is not a registered business', /application: “Legal name” is not a registered business/],
  ['refused', /for a reason this form doesn’t cover/],
  // The format stored by earlier versions.
  ['"ownership_type" is required', /for a reason this form doesn’t cover/],
])('shows the message of Fortis (%s) with our field labels', async (problem, shown) => {
  stored = { ...stored, application: { ...draft, problem } };
  await show();
  expect(await screen.findByText(shown)).toBeTruthy();
});

it('another user’s change can be shown or overwritten', async () => {
  stored = { ...stored, application: draft };
  await show();
  await screen.findByRole('form', { name: 'Merchant account' });
  type('City', 'Round Rock');
  const current = { ...stored, application: { ...draft, rev: 7 }, form: { ...form, city: 'Dallas' } };
  refusal = { status: 409, error: { type: 'CONFLICT', message: 'Changed', details: { current } } };
  fireEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Save mine' }));
  expect(field('City').value).toBe('Round Rock');
  fireEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map((one) => one.body.rev)).toEqual([1, 7]);
  expect(sent[1]?.body.city).toBe('Round Rock');
});

it.each([
  ['unknown', 'Checking status', 'Check status'],
  ['submitted', 'Action required', 'Check status'],
  ['approved', 'Approved', 'Enter API keys'],
  ['declined', 'Declined', 'Apply again'],
] as const)(
  'an application that is %s shows its state and offers the next step',
  async (state, words, step) => {
    stored = { ...stored, application: { ...draft, state, mode: 'live' } };
    await show();
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
    const button = screen.queryByRole('button', { name: step }) ?? screen.getByRole('link', { name: step });
    if (state !== 'declined') return;
    fireEvent.click(button);
    expect(await screen.findByRole('form', { name: 'Merchant account' })).toBeTruthy();
  },
);

it.each([
  ['simulator', 1],
  ['live', 0],
] as const)(
  'an application approved in %s mode offers %i buttons to start over for a live one',
  async (mode, count) => {
    stored = { ...stored, application: { ...draft, state: 'approved', mode } };
    await show();
    await screen.findByRole('link', { name: 'Enter API keys' });
    expect(screen.queryAllByRole('button', { name: 'Start over' })).toHaveLength(count);
  },
);

it('offers to connect an existing account where the platform opens none', async () => {
  stored = { ...stored, onboarding: null };
  await show();
  expect(await screen.findByText('Applications aren’t available on this platform')).toBeTruthy();
  const connect = screen.getByRole<HTMLAnchorElement>('link', { name: 'Connect an existing account' });
  expect(connect.getAttribute('href')).toBe('/settings?tab=payments');
  expect(screen.queryByRole('form')).toBeNull();
});
