import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen, startMockApi } from '#features/automations/screens/screens-for-tests.tsx';
import { loadMessages } from '#web/i18n.ts';
import { SendingUsage } from './sending-usage.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function show(email: number, waiting: number, step: string | null) {
  const kind = (name: string, used: number, limit: number) => ({ kind: name, used, limit });
  await startMockApi(() => ({
    kinds: [
      ...[kind('email', email, 1200), kind('text', 3, 60)],
      ...[kind('stranger', 2, 15), kind('invitation', 0, 20)],
    ],
    ...{ waiting, step, next: '2030-03-01T15:00:00.000Z' },
  }));
  await loadMessages('messages');
  await act(async () => renderScreen(<SendingUsage />));
}

it('shows what was sent in this hour of how much, and what raises the limits', async () => {
  await show(42, 0, 'days');
  expect(await screen.findByText(/This hour: 42 of 1,200 emails, 3 of 60 texts/)).toBeTruthy();
  expect(screen.getByText('2 of 15')).toBeTruthy();
  expect(screen.getByText(/after three days with regular emails/)).toBeTruthy();
  expect(screen.queryByText('Limit reached')).toBeNull();
});

it('says that the limit is reached, and how many messages wait', async () => {
  await show(1200, 7, null);
  expect(await screen.findByText('Limit reached')).toBeTruthy();
  expect(screen.getByText(/7 messages are waiting/)).toBeTruthy();
});
