import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import type { ChangeOptions } from '../../change-contract.ts';
import { ChangeCard } from './change-card.tsx';

const publicId = 'a'.repeat(24);
const options: ChangeOptions = {
  start: '2030-03-11T09:00:00-04:00',
  timezone: 'America/New_York',
  currency: 1,
  today: '2030-03-01',
  reschedule: null,
  cancel: null,
  deadline: '2030-03-10T09:00:00-04:00',
  reschedule_until: '2030-03-10T09:00:00-04:00',
  cancel_until: '2030-03-10T09:00:00-04:00',
  fee: 0,
  late: null,
};
const slots = {
  timezone: 'America/New_York',
  days: [{ date: '2030-03-12', starts: [{ at: '2030-03-12T09:00:00-04:00' }] }],
  next_day: null,
};
const sent: { method: string; path: string; body: Record<string, unknown> | null }[] = [];
let answers: Record<string, unknown>;

beforeEach(async () => {
  sent.length = 0;
  answers = { 'GET change': options, 'GET slots': slots };
  vi.stubGlobal('fetch', async (url: string, request: { method?: string; body?: string } = {}) => {
    const method = request.method ?? 'GET';
    const path = new URL(url, 'http://page').pathname;
    sent.push({ method, path, body: request.body ? JSON.parse(request.body) : null });
    const data = answers[`${method} ${path.split('/').at(-1)}`] ?? null;
    return new Response(JSON.stringify({ success: true, data, error: null }), {
      headers: { 'content-type': 'application/json' },
    });
  });
  window.history.replaceState(null, '', `/client-view/${publicId}?p=personal`);
  await startI18n();
  await loadMessages('booking');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

async function show(more: Partial<ChangeOptions> = {}) {
  answers['GET change'] = { ...options, ...more };
  render(
    <Providers queries={createQueryClient()}>
      <ChangeCard publicId={publicId} />
    </Providers>,
  );
  await screen.findAllByText(/./, { selector: 'section p' });
}
const press = async (name: string | RegExp) => {
  await act(async () => fireEvent.click(await screen.findByRole('button', { name })));
};
const posted = (path: string) => sent.find((one) => one.method === 'POST' && one.path.endsWith(path))?.body;

/** A browser that refuses storage and cookies, as for a frame of another site. */
function withoutStorage(): void {
  const refuse = () => {
    throw new DOMException('The operation is insecure', 'SecurityError');
  };
  const refused = new Proxy({}, { get: refuse, has: refuse });
  vi.stubGlobal('localStorage', refused);
  vi.stubGlobal('sessionStorage', refused);
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
}

describe('without cookies and storage (B8)', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('a client reschedules', async () => {
    withoutStorage();
    await show();
    await press('Reschedule');
    await press(/^9:00/);
    expect(screen.getByText(/^New: /)).toBeTruthy();
    answers['POST reschedule'] = { ...options, start: '2030-03-12T09:00:00-04:00' };
    await press('Move to this time');
    expect(posted('/reschedule')).toEqual({
      p: 'personal',
      start: options.start,
      date_time: '2030-03-12T09:00:00-04:00',
    });
    expect(await screen.findByText('Your appointment was moved')).toBeTruthy();
  });

  test('a client cancels', async () => {
    withoutStorage();
    await show();
    await press('Cancel appointment');
    expect(screen.getByText('Canceling now is free of charge.')).toBeTruthy();
    await press('Cancel appointment');
    expect(posted('/cancel')).toEqual({ p: 'personal', start: options.start, fee: 0, reason: '' });
    expect(await screen.findAllByText('Your appointment was canceled')).not.toHaveLength(0);
  });
});

test('names the fee before the click that charges it', async () => {
  await show({ reschedule: 'fee', fee: 75 });
  expect(screen.getByText('Canceling now costs $75.00.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reschedule' })).toBeNull();
  await press('Cancel appointment');
  expect(posted('/cancel')).toBeUndefined();
  await press('Cancel for $75.00');
  expect(posted('/cancel')).toMatchObject({ fee: 75 });
});

test('names both limits if the fee ends free changes before the deadline', async () => {
  await show({
    reschedule_until: '2030-03-08T09:00:00-05:00',
    late: { fee: 75, from: '2030-03-08T09:00:00-05:00' },
  });
  expect(screen.getByText(/^You can reschedule online until .*8.*9:00/)).toBeTruthy();
  expect(screen.getByText(/^You can cancel online until .*10.*9:00/)).toBeTruthy();
  expect(screen.getByText(/^Canceling from .*8.*9:00.* costs \$75\.00\.$/)).toBeTruthy();
});

test('names the deadline that has passed, and offers nothing', async () => {
  await show({ reschedule: 'deadline', cancel: 'deadline' });
  expect(screen.getByText(/Online changes were possible until .*10.*9:00/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
