import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  pageOfRows,
  renderScreen,
  type SentRequest,
  startMockApi,
} from '#features/people/screens/screens-for-tests.tsx';
import { loadMessages } from '#web/i18n.ts';
import { MessageLog } from './message-log.tsx';

const ann = '00000000-0000-7000-8000-000000000021';

function reply({ path }: SentRequest): unknown {
  if (path === '/v2/messages/sending')
    return { kinds: [], waiting: 0, step: null, next: '2030-03-01T15:00:00.000Z' };
  if (path === '/v2/messages/kinds') return ['invoice_sent', 'reminder'];
  if (path === '/v2/messages/people')
    return pageOfRows([{ id: ann, name: 'Ann Vega', email: 'ann@x.example', phone: '' }]);
  return pageOfRows([]);
}

beforeEach(() => {
  Object.assign(document, { fonts: new EventTarget() });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function open(query: string) {
  const sent = await startMockApi(reply);
  await loadMessages('messages');
  renderScreen(<MessageLog />, `/communication${query}`);
  const asked = () => {
    const last = sent.filter((one) => one.path === '/v2/messages/log').at(-1);
    return Object.fromEntries(last?.query ?? []);
  };
  return asked;
}

it('asks for what the address says, and leaves out what it has wrong', async () => {
  const asked = await open(
    `?state=failed&channel=fax&person=${ann}&appointment=x&from=2026-11-01&until=soon`,
  );
  expect(await screen.findByText('No results match your filters')).toBeTruthy();
  expect(asked()).toEqual({ perPage: '25', state: 'failed', person_id: ann, from: '2026-11-01' });
  expect(await screen.findByText('Person: Ann Vega')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Clear Person' }));
  await waitFor(() => expect(asked()).not.toHaveProperty('person_id'));
  expect(window.location.search).not.toContain('person=');
});

// The menu has no size here, so it counts as hidden.
it('offers the kinds that were sent, and clears all filters', async () => {
  const asked = await open('?channel=text');
  fireEvent.click(await screen.findByRole('button', { name: 'Kind' }));
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Reminder', hidden: true }));
  await waitFor(() => expect(asked()).toMatchObject({ kind: 'reminder', channel: 'text' }));
  expect(screen.queryByRole('menuitemradio', { name: 'Shared report', hidden: true })).toBeNull();
  fireEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
  await waitFor(() => expect(asked()).toEqual({ perPage: '25' }));
  expect(window.location.search).toBe('');
});

it('finds a person by name', async () => {
  const asked = await open('');
  fireEvent.click(await screen.findByRole('button', { name: 'Person' }));
  fireEvent.focus(await screen.findByRole('combobox', { name: 'Person', hidden: true }));
  fireEvent.click(await screen.findByRole('option', { name: /Ann Vega/, hidden: true }));
  await waitFor(() => expect(asked()).toEqual({ perPage: '25', person_id: ann }));
});
