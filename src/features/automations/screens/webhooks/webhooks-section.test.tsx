import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { allFlags } from '#domain/people/permissions.ts';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { NavigationProvider } from '#web/navigation/navigation.tsx';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';
import { ConfirmHost } from '#web/ui/dialog/confirm.tsx';
import { WebhooksSection } from './webhooks-section.tsx';

const id = '00000000-0000-7000-8000-000000000001';
const admin = { ...allFlags, id, subscriber_id: id, user_type: 1, role: 'Administrator', timezone: 'UTC' };
const at = '2030-03-04T09:00:00.000Z';
const url = 'https://hooks.shop.com/in';
const delivery = {
  ...{
    id,
    webhook_id: 'msg_1',
    event_id: 'e1',
    event_name: 'Fees changed',
    action_id: null,
    appointment_id: null,
  },
  ...{
    order_id: null,
    endpoint_id: id,
    url,
    status: 'dead',
    problem: 'status',
    http_status: 500,
    attempts: 1,
  },
  ...{ created_at: at, next_attempt_at: null, finished_at: at, is_on_hold: false },
};
const attempt = {
  ...{ number: 1, started_at: at, duration_ms: 12, request_headers: { 'Webhook-Id': 'msg_1' } },
  ...{ http_status: 500, answer: 'out of order', problem: 'status' },
};
const endpoint = {
  ...{ id, url, is_on: false, off_reason: 'gone', off_at: at, paused_until: null, last_success_at: null },
  ...{ open: 0, dead: 1 },
};
const answers: Record<string, unknown> = {
  'GET /deliveries': {
    pageData: [delivery],
    pageInfo: { total: 1, endCursor: null, hasNextPage: false },
  },
  [`GET /deliveries/${id}`]: { ...delivery, body: '{"fee":1.10}', log: [attempt] },
  'POST /deliveries/replay': { replayed: [id] },
  'GET /endpoints': [endpoint],
  [`PUT /endpoints/${id}`]: { id, is_on: true },
  'GET /secret': { is_set: true, last4: 'abc=', previous_until: null },
  'POST /secret/rotate': { secret: 'whsec_new', previous_until: at },
};
const queries = createQueryClient();

function Page() {
  const [search, setSearch] = useState('');
  return (
    <Providers queries={queries}>
      <NavigationProvider place={{ path: '/', search }} go={(to) => setSearch(to.slice(to.indexOf('?')))}>
        <WebhooksSection />
        <ConfirmHost />
      </NavigationProvider>
    </Providers>
  );
}

let sent: { line: string; body: unknown }[];

beforeEach(async () => {
  // Another file of this worker may have left its address.
  history.replaceState(null, '', '/');
  sent = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { method = 'GET' } = init;
    const line = `${method} ${new URL(address, 'http://gable.test').pathname.split('/webhooks')[1] ?? ''}`;
    if (method !== 'GET') sent.push({ line, body: JSON.parse(String(init.body ?? '{}')) });
    return Response.json({ success: true, data: answers[line] ?? null, error: null });
  });
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  await loadMessages('automations');
  await session.enter({ accessToken: 'token', user: admin as unknown as SessionUser });
  render(<Page />);
  await screen.findByRole('button', { name: 'Fees changed' });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows a delivery with its body and attempts, and sends it again', async () => {
  screen.getByText('The receiver responded with 500.');
  fireEvent.click(screen.getByRole('button', { name: 'Fees changed' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByLabelText('Body')).toHaveProperty('value', '{"fee":1.10}');
  fireEvent.click(dialog.getByText(/^Attempt 1 on/));
  expect(dialog.getByLabelText('Request headers')).toHaveProperty('value', 'Webhook-Id: msg_1');
  expect(dialog.getByLabelText('Response')).toHaveProperty('value', 'out of order');
  fireEvent.click(dialog.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(sent).toEqual([{ line: 'POST /deliveries/replay', body: { ids: [id] } }]));
});

it('says why an address is off, and switches it on', async () => {
  await screen.findByText(/the receiver responded that the address no longer exists/);
  fireEvent.click(screen.getByRole('switch', { name: `Send webhooks to ${url}` }));
  await waitFor(() => expect(sent).toEqual([{ line: `PUT /endpoints/${id}`, body: { is_on: true } }]));
});

it('replaces the secret only when confirmed, and shows the new one once', async () => {
  await screen.findByText('Ends in abc=');
  fireEvent.click(screen.getByRole('button', { name: 'Replace secret' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(sent).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Replace secret' }));
  await screen.findByText('whsec_new');
});
