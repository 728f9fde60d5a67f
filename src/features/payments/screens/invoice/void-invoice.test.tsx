import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { ConfirmHost } from '#web/ui/dialog/confirm.tsx';
import type { Invoice } from '../../contract.ts';
import { InvoiceMenu } from './invoice-menu.tsx';
import { VoidNotice } from './void-notice.tsx';

const appointment_id = '00000000-0000-7000-8000-000000000001';
let sent: { url: string; body: Record<string, unknown> }[];

beforeEach(async () => {
  sent = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url: String(url), body: JSON.parse(String(init.body)) });
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

function show(invoice: Partial<Invoice>, mayRestore = true) {
  const now = { appointment_id, status: 'open', voided_on: null, void_reason: '', ...invoice } as Invoice;
  render(
    <Providers queries={createQueryClient()}>
      <main>
        <VoidNotice invoice={now} mayRestore={mayRestore} />
        <InvoiceMenu invoice={now} />
      </main>
      <ConfirmHost />
    </Providers>,
  );
}

it('voids an invoice with a reason', async () => {
  show({});
  expect(screen.queryByText(/Voided on/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Invoice actions' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Void invoice' }));
  expect(await screen.findByText(/Voiding doesn’t unlock reports/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'Booked twice' } });
  fireEvent.submit(screen.getByRole('form', { name: 'Void this invoice?' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.url).toMatch(new RegExp(`/appointments/${appointment_id}/invoice/void$`));
  expect(sent[0]?.body).toMatchObject({ reason: 'Booked twice' });
});

it('shows since when and why an invoice is void, and restores it after confirmation', async () => {
  show({ status: 'void', voided_on: '2030-03-04', void_reason: 'Booked twice' });
  expect(screen.getByText(/Voided on/)).toBeTruthy();
  expect(screen.getByText('Booked twice')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Restore' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/under the same number/)).toBeTruthy();
  expect(sent).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(sent[0]?.url).toMatch(/\/invoice\/restore$/));
});

it('does not offer restoring without the permission to record payments', () => {
  show({ status: 'void', voided_on: '2030-03-04', void_reason: 'Booked twice' }, false);
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
});
