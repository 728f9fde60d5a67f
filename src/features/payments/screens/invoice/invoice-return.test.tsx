import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { InvoicePage } from './invoice-page.tsx';

const publicId = 'i'.repeat(24);
const attempt_id = 'pa0123456789abcdef';
let paid: { url: string; body: Record<string, unknown> }[];
let state: string;
let failures: number;

beforeEach(async () => {
  paid = [];
  state = 'paid';
  failures = 0;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const isPay = String(url).endsWith('/pay');
    if (isPay) paid.push({ url: String(url), body: JSON.parse(String(init.body)) });
    if (isPay && failures > 0) {
      failures -= 1;
      throw new TypeError('no network');
    }
    const error = { type: 'FORBIDDEN', message: 'No', details: { appointment_public_id: 'a'.repeat(24) } };
    const answer = isPay
      ? { success: true, data: { attempt_id, state, code: '', amount: 100 }, error: null }
      : { success: false, data: null, error };
    return new Response(JSON.stringify(answer), {
      status: isPay ? 200 : 403,
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

function show() {
  window.history.replaceState(null, '', `/invoice/${publicId}?attempt=${attempt_id}`);
  render(
    <Providers queries={createQueryClient()}>
      <InvoicePage id={publicId} />
    </Providers>,
  );
}

it.each([
  ['paid', 'Payment received. Thank you!'],
  ['processing', 'A payment is processing.'],
  ['waiting', 'The payment wasn’t completed and you weren’t charged. Try again.'],
])('a return from the gateway without the personal link shows the result: %s', async (now, words) => {
  state = now;
  show();
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByText('Use your personal link to view this invoice')).toBeTruthy();
  expect(paid).toHaveLength(1);
  expect(paid[0]?.body).toMatchObject({ attempt_id });
});

it('the address names the attempt until an answer arrives, so a lost answer can be retried', async () => {
  failures = 1;
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(new URLSearchParams(window.location.search).get('attempt')).toBe(attempt_id);
  expect(await screen.findByText('Payment received. Thank you!')).toBeTruthy();
  expect(paid).toHaveLength(2);
  expect(paid[1]?.body).toMatchObject({ attempt_id });
  await waitFor(() => expect(window.location.search).toBe(''));
});
