import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import type { PublicInvoice } from '../../contract.ts';
import { gatewayReturnUrl } from './gateway-return.ts';
import { PayPanel } from './pay-panel.tsx';
import { usePaymentFlow } from './use-payment-flow.ts';

const publicId = 'i'.repeat(24);
const attempt_id = 'pa0123456789abcdef';
let failures: number;
let sent: { url: string; body: Record<string, unknown> }[];

beforeEach(async () => {
  sent = [];
  failures = 0;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url: String(url), body: JSON.parse(String(init.body)) });
    if (failures > 0) {
      failures -= 1;
      throw new TypeError('no network');
    }
    const data = { attempt_id, state: 'paid', code: '', amount: 100 };
    return new Response(JSON.stringify({ success: true, data, error: null }), {
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

function Page({ parts }: { parts: boolean }) {
  const online = { gateway: 5, mode: 'live', allow_partial_payments: parts } as const;
  const invoice = { public_id: publicId, outstanding: 600, currency: 1, is_processing: false, online };
  return (
    <PayPanel invoice={invoice as unknown as PublicInvoice} paying={usePaymentFlow(publicId)} startsAtOnce />
  );
}

function show(parts: boolean) {
  render(
    <Providers queries={createQueryClient()}>
      <Page parts={parts} />
    </Providers>,
  );
}

it.each([true, false])(
  'after the bank check the page asks about that attempt only (partial payments: %s)',
  async (parts) => {
    window.history.replaceState(null, '', `/create-payment/${publicId}?p=mine`);
    const back = gatewayReturnUrl(attempt_id);
    window.history.replaceState(null, '', `${back}&payment_intent=pi_1&redirect_status=succeeded`);
    show(parts);
    await waitFor(() => expect(screen.getByText('$100.00 received. Thank you!')).toBeTruthy());
    expect(sent).toHaveLength(1);
    expect(sent[0]?.url).toMatch(/\/pay$/);
    expect(sent[0]?.body).toMatchObject({ p: 'mine', attempt_id });
    expect(window.location.search).toBe('?p=mine');
  },
);

it('offers to ask again when a return from the bank gets no answer', async () => {
  window.history.replaceState(null, '', `/create-payment/${publicId}?p=mine`);
  window.history.replaceState(null, '', gatewayReturnUrl(attempt_id));
  failures = 1;
  show(true);
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByText('$100.00 received. Thank you!')).toBeTruthy());
  expect(sent).toHaveLength(2);
  expect(window.location.search).toBe('?p=mine');
});
