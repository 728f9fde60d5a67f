import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen, startMockApi } from '#features/automations/screens/screens-for-tests.tsx';
import { loadMessages } from '#web/i18n.ts';
import type { ProposedTimes } from '../proposal-contract.ts';
import { ProposedTimesPage } from './proposed-times-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  window.history.replaceState(null, '', '/');
});

const publicId = 'abcdefghijklmnopqrstuv';
const open: ProposedTimes = {
  public_id: publicId,
  company: {
    ...{ company_name: 'Lee Inspections', company_phone: '', company_email: '', website: '', logo: null },
    ...{ address_lines: [], timezone: 'America/New_York', currency: 1, date_format: 'MM/DD/YYYY' },
  },
  ...{ address: '12 Main St', services: ['Home inspection'], timezone: 'America/New_York' },
  ...{ link: 'ok', is_team: false, state: 'open', message: 'Both suit us', confirmed: null },
  proposal_id: '00000000-0000-7000-8000-000000000001',
  times: [
    {
      ...{ number: 0, technician: 'Dana Reed' },
      ...{ at: '2030-03-08T09:00:00-05:00', end: '2030-03-08T12:00:00-05:00' },
    },
    {
      ...{ number: 1, technician: 'Dana Reed' },
      ...{ at: '2030-03-08T14:00:00-05:00', end: '2030-03-08T17:00:00-05:00' },
    },
  ],
  expires_at: '2030-03-03T09:00:00-05:00',
};
const confirmed: ProposedTimes = {
  ...open,
  ...{ state: 'confirmed', times: [], message: '' },
  confirmed: {
    ...{ at: '2030-03-08T14:00:00-05:00', end: '2030-03-08T17:00:00-05:00' },
    technicians: ['Dana Reed'],
  },
};

async function show(page: ProposedTimes, answer: unknown = confirmed) {
  window.history.replaceState(null, '', `/proposed-times/${publicId}?p=token`);
  const sent = await startMockApi(({ method }) => (method === 'GET' ? page : answer));
  await loadMessages('booking');
  await act(async () => renderScreen(<ProposedTimesPage id={publicId} />));
  return sent;
}

it('accepts a time with one click, and only then', async () => {
  const sent = await show(open);
  const [, second] = await screen.findAllByRole('button', { name: /^Choose / });
  expect(sent.every((one) => one.method === 'GET')).toBe(true);
  fireEvent.click(second as HTMLElement);
  expect(await screen.findByText('Your appointment is confirmed')).toBeTruthy();
  expect(sent.filter((one) => one.method === 'POST')).toMatchObject([
    {
      path: `/v2/public/appointments/${publicId}/proposed-times/accept`,
      body: { p: 'token', number: 1, proposal_id: open.proposal_id },
    },
  ]);
});

it('says that a time is no longer offered, and shows what is', async () => {
  const refusal = { type: 'CONFLICT', message: 'This time is no longer offered', details: null };
  const sent = await show(
    open,
    new Response(JSON.stringify({ success: false, data: null, error: refusal }), {
      status: 409,
      headers: { 'content-type': 'application/json' },
    }),
  );
  const [first] = await screen.findAllByRole('button', { name: /^Choose / });
  fireEvent.click(first as HTMLElement);
  expect((await screen.findByRole('alert')).textContent).toContain('This time is no longer offered');
  await waitFor(() => expect(sent.filter((one) => one.method === 'GET')).toHaveLength(2));
});

it.each([
  ['expired', 'These times have expired. Please contact us for new ones.'],
  ['closed', 'These times are no longer offered.'],
  ['canceled', 'This appointment has been canceled.'],
  ['none', 'There are no proposed times.'],
] as const)('a page whose state is %s says so and offers nothing', async (state, text) => {
  await show({ ...open, state, times: [] });
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Choose / })).toBeNull();
});

it('without a valid personal link asks to open the one in the email', async () => {
  await show({ ...open, link: 'none', times: [] });
  expect(
    await screen.findByText('Open this page with the link from your email to choose a time.'),
  ).toBeTruthy();
});
