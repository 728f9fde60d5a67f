import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen, startMockApi } from '../screens-for-tests.tsx';
import { JobLog } from './job-log.tsx';
import { QuietActionsCard } from './quiet-actions-card.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const job = (id: string, more: object) => ({
  ...{ id, appointment_id: 'a', order_id: '1024', address: '', action_id: 'x', slot: null },
  ...{ action_name: '', action_type: 1, event_type: 18, status: 'pending', reason: null },
  ...{
    run_at: '2030-03-08T14:00:00.000Z',
    retry_at: null,
    attempts: 0,
    reached: [],
    rules: [],
    deliveries: [],
  },
  ...more,
});
const jobs = [
  job('1', { action_name: 'Thank you' }),
  job('2', { action_id: null, slot: 'client_email_1', status: 'skipped', reason: 'too_late' }),
  job('3', { action_name: 'Call', action_type: 3, status: 'failed', reason: 'url.private_name' }),
  job('4', { status: 'done', reached: ['ann@example.com'] }),
  job('5', {
    ...{ action_name: 'Notify', action_type: 3, status: 'done', reached: ['https://hooks.shop.com/in'] },
    deliveries: [
      {
        ...{ channel: 'webhook', to: 'https://hooks.shop.com/in', state: 'failed' },
        ...{ problem: 'gone', http_status: 410, next_attempt_at: null },
      },
    ],
  }),
];

async function show() {
  const sent = await startMockApi(({ path }) =>
    path === '/v2/automation-jobs'
      ? { pageData: jobs, pageInfo: { total: 5, endCursor: null, hasNextPage: false } }
      : {},
  );
  renderScreen(<JobLog />);
  await screen.findByText('Thank you');
  return sent;
}

const rowOf = (text: string) => screen.getByText(text).closest('tr') as HTMLElement;

it('says of each job what became of it and why', async () => {
  await show();
  expect(within(rowOf('Thank you')).getByText('Planned')).toBeTruthy();
  expect(within(rowOf('Thank you')).getByText('Mar 8, 2030, 9:00 AM')).toBeTruthy();
  expect(
    within(rowOf('Reminder for clients')).getByText('The scheduled time has already passed.'),
  ).toBeTruthy();
  expect(within(rowOf('Call')).getByText('The host name is not on the public internet.')).toBeTruthy();
  expect(within(rowOf('Send Email')).getByText('ann@example.com')).toBeTruthy();
  expect(within(rowOf('Send Email')).getByText('Sent')).toBeTruthy();
  expect(within(rowOf('Notify')).getByText('Failed')).toBeTruthy();
  expect(
    within(rowOf('Notify')).getByText('The receiver responded that the address no longer exists.'),
  ).toBeTruthy();
});

it('cancels what is planned and repeats what was skipped or failed', async () => {
  const sent = await show();
  for (const [row, entry, path] of [
    ['Thank you', 'Cancel message', '/v2/automation-jobs/1/cancel'],
    ['Reminder for clients', 'Try again', '/v2/automation-jobs/2/retry'],
    ['Call', 'Try again', '/v2/automation-jobs/3/retry'],
  ] as const) {
    fireEvent.click(within(rowOf(row)).getByRole('button', { name: /^Actions for/ }));
    // Without a layout the menu assumes that its button is out of sight.
    fireEvent.click(await screen.findByRole('menuitem', { name: entry, hidden: true }));
    await waitFor(() => expect(sent.some((one) => one.path === path)).toBe(true));
    await waitFor(() => expect(screen.queryByRole('menuitem', { hidden: true })).toBeNull());
  }
  expect(within(rowOf('Send Email')).queryByRole('button', { name: /^Actions for/ })).toBeNull();
});

it('links to the actions that never ran', async () => {
  await startMockApi(() => [
    {
      ...{ action_id: 'q1', group_id: 'g1', group_name: 'After', action_name: 'Old houses' },
      ...{ event_type: 14, last_run_at: null },
    },
  ]);
  renderScreen(<QuietActionsCard />);
  const link = await screen.findByRole('link', { name: 'Old houses' });
  expect(link.getAttribute('href')).toBe('/actions?action=q1');
  expect(screen.getByText('After · Canceled · Never ran')).toBeTruthy();
});
