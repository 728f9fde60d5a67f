import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen, startMockApi } from '#features/automations/screens/screens-for-tests.tsx';
import { loadMessages } from '#web/i18n.ts';
import type { Suppression } from '../delivery-contract.ts';
import { SuppressionsDialog } from './suppressions-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const entry: Suppression = {
  ...{ id: 's1', address: 'ann@gmial.com', stream: 'all', reason: 'bounced', detail: '' },
  ...{ message_id: null, created_at: '2030-03-01T14:00:00.000Z' },
};

async function show(rows: () => Suppression[]) {
  const sent = await startMockApi(({ method }) =>
    method === 'GET'
      ? { pageData: rows(), pageInfo: { total: rows().length, endCursor: null, hasNextPage: false } }
      : { id: 's1' },
  );
  await loadMessages('messages');
  await act(async () => renderScreen(<SuppressionsDialog opened onClose={() => undefined} />));
  return sent;
}

it('lists each address with its reason, and lets one get mail again', async () => {
  let rows = [entry, { ...entry, id: 's2', address: 'bob@a.example', reason: 'unsubscribed' as const }];
  const sent = await show(() => rows);
  expect(await screen.findByText('ann@gmial.com')).toBeTruthy();
  expect(screen.getByText('bob@a.example')).toBeTruthy();
  rows = rows.slice(1);
  fireEvent.click(screen.getAllByRole('button', { name: 'Allow email' })[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByText('ann@gmial.com')).toBeNull());
  expect(sent.some(({ method, path }) => method === 'DELETE' && path === '/v2/suppressions/s1')).toBe(true);
});

it('says that no address is blocked', async () => {
  await show(() => []);
  expect(await screen.findByText(/^No/)).toBeTruthy();
});
