import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen, startMockApi } from '#features/automations/screens/screens-for-tests.tsx';
import { loadMessages } from '#web/i18n.ts';
import type { SendingCompany } from '../sending-contract.ts';
import { SendingLimitsDialog } from './sending-limits-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const company: SendingCompany = {
  ...{ id: 'c1', company_name: 'Crestline', created_at: '2030-03-01T14:00:00.000Z' },
  ...{ kinds: [], waiting: 0, rev: 3 },
  set: { email: 300, text: null, stranger: null, invitation: null },
};

async function show() {
  const onClose = vi.fn();
  const sent = await startMockApi(() => company);
  await loadMessages('admin');
  await act(async () => renderScreen(<SendingLimitsDialog company={company} onClose={onClose} />));
  return { sent, onClose };
}

it('saves typed figures with Enter, and leaves empty fields to the rule', async () => {
  const { sent, onClose } = await show();
  fireEvent.change(screen.getByLabelText('Emails'), { target: { value: '' } });
  fireEvent.change(screen.getByLabelText('Texts'), { target: { value: '1,500' } });
  fireEvent.submit(document.getElementById('sending-limits') as HTMLElement);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
    ...{ email: null, text: 1500, stranger: null, invitation: null, rev: 3 },
  });
});

it('saves nothing while a field is not a number, and what was typed stays', async () => {
  const { sent, onClose } = await show();
  fireEvent.change(screen.getByLabelText('Emails'), { target: { value: 'many' } });
  fireEvent.submit(document.getElementById('sending-limits') as HTMLElement);
  expect(screen.getByDisplayValue('many')).toBeTruthy();
  expect(sent.some(({ method }) => method === 'PUT')).toBe(false);
  expect(onClose).not.toHaveBeenCalled();
});
