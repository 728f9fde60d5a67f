import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { ConfirmHost } from '#web/ui/dialog/confirm.tsx';
import type { Invoice } from '../../contract.ts';
import { RecordPaymentDialog } from './record-payment-dialog.tsx';

const appointment_id = '00000000-0000-7000-8000-000000000001';
let sent: Record<string, unknown>[];

beforeEach(async () => {
  sent = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return new Response(JSON.stringify({ success: true, data: {}, error: null }), {
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
});

function show(outstanding: number) {
  render(
    <Providers queries={createQueryClient()}>
      <RecordPaymentDialog
        invoice={{ appointment_id, outstanding, currency: 1 } as Invoice}
        onClose={() => undefined}
      />
      <ConfirmHost />
    </Providers>,
  );
}

const amount = () => screen.getByLabelText<HTMLInputElement>(/^Amount/);
const type = (value: string) => fireEvent.change(amount(), { target: { value } });
const record = () => fireEvent.submit(screen.getByRole('form', { name: 'Record payment' }));

it.each([
  ['-5', 'Enter an amount greater than 0'],
  ['0', 'Enter an amount greater than 0'],
  ['1e9', 'Enter a number'],
  ['550.555', 'Use at most two decimals'],
  ['2000000', 'The amount is too large'],
  ['', 'Enter an amount'],
])('rejects %s below the field and leaves it as entered', async (text, message) => {
  show(600);
  expect(amount().value).toBe('600.00');
  type(text);
  record();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(amount().value).toBe(text);
  expect(sent).toEqual([]);
});

it('asks for confirmation before an overpayment is stored as credit', async () => {
  show(600);
  type('650.5');
  record();
  expect(await screen.findByText(/The remaining \$50\.50 will be stored as credit/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Change amount' }));
  expect(sent).toEqual([]);
  record();
  fireEvent.click(await screen.findByRole('button', { name: 'Record with credit' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ amount: 650.5 });
});

it('asks for no confirmation of the amount due', async () => {
  show(600);
  record();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ amount: 600, method: 'check' });
});
