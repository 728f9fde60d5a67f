import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen, startMockApi } from '#features/automations/screens/screens-for-tests.tsx';
import { loadMessages } from '#web/i18n.ts';
import type { RouteOutput } from '#wire/route.ts';
import type { LoggedMessage } from '../contract.ts';
import type { getMessageTimeline, TimelineEvent } from '../delivery-contract.ts';
import { TimelineDialog } from './timeline-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const message = { id: 'm1', subject: 'Your report' } as LoggedMessage;
const event = (kind: TimelineEvent['kind'], more: Partial<TimelineEvent> = {}): TimelineEvent => ({
  ...{ kind, recipient: '', at: '2030-03-01T14:00:00.000Z', reason: '', is_machine: false },
  ...more,
});

async function show(change: Partial<RouteOutput<typeof getMessageTimeline>>) {
  const sent = await startMockApi(({ path }) =>
    path.endsWith('/resend')
      ? { to: 'ann@a.example' }
      : {
          ...{ status: 'clicked', is_tracked: true, resend_to: 'ann@a.example', is_emptied: false },
          repeated_at: null,
          recipients: [{ address: 'ann@a.example', status: 'clicked' }],
          events: [
            event('queued'),
            event('opened', { is_machine: true }),
            event('clicked', { reason: 'https://a.example/' }),
          ],
          ...change,
        },
  );
  await loadMessages('messages');
  await act(async () => renderScreen(<TimelineDialog message={message} onClose={() => undefined} />));
  await screen.findByRole('list', { name: 'Timeline' });
  return sent;
}

it('says what happened, and what a machine did', async () => {
  await show({});
  const entries = screen.getAllByRole('listitem').map((item) => item.textContent ?? '');
  expect(entries[0]).toContain('ann@a.example');
  expect(entries.slice(1).map((entry) => entry.split(' · ')[0])).toEqual([
    'Queued',
    'Opened (may be automatic)',
    'Link opened',
  ]);
  expect(entries.at(-1)).toContain('https://a.example/');
});

it('sends the message again once the user has confirmed the recipient', async () => {
  const sent = await show({});
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
  const dialog = (await screen.findByText('Send again to ann@a.example?')).closest<HTMLElement>(
    '[role="dialog"]',
  );
  expect(screen.queryByText(/it may arrive twice/)).toBeNull();
  fireEvent.click(within(dialog ?? document.body).getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(sent.some(({ path }) => path === '/v2/messages/m1/resend')).toBe(true));
});

it('offers nothing for what was sent again already', async () => {
  await show({ resend_to: null, repeated_at: '2030-03-02T14:00:00.000Z' });
  expect(screen.getByText('Sent again Mar 2, 2030, 9:00 AM')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
});

it('says why a message whose text was deleted is not sent again', async () => {
  await show({ resend_to: null, is_emptied: true });
  expect(screen.getByText('The text of this message was deleted, so it can’t be sent again.')).toBeTruthy();
});
