import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { completeSlots } from '#domain/company/default-slots.ts';
import { renderScreen, type SentRequest, startMockApi } from '#features/people/screens/screens-for-tests.tsx';
import { loadMessages } from '#web/i18n.ts';
import { NotificationsTab } from './notifications-tab.tsx';

const slots = (rev: number, change: object = {}) => ({
  ...Object.fromEntries(Object.entries(completeSlots()).map(([key, slot]) => [key, { ...slot, rev: 0 }])),
  client_email_1: { ...completeSlots().client_email_1, rev, ...change },
});
const theirs = slots(3, { value: 12, subject: 'Theirs' });

const conflict = () =>
  new Response(
    JSON.stringify({
      success: false,
      data: null,
      error: { type: 'CONFLICT', message: 'Changed', details: { current: theirs } },
    }),
    { status: 409, headers: { 'content-type': 'application/json' } },
  );

let saves: SentRequest[] = [];

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  saves = [];
  await startMockApi((request) => {
    if (request.method !== 'PUT') return slots(2);
    saves.push(request);
    return saves.length === 1 ? conflict() : slots(4, { value: 12, subject: 'Mine' });
  });
  await loadMessages('messages');
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const subject = () => screen.getByLabelText<HTMLInputElement>('Subject');

async function saveMine() {
  renderScreen(<NotificationsTab />);
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Email 1' }));
  expect(screen.getByText(/^Default text: each recipient gets it/)).toBeTruthy();
  fireEvent.change(subject(), { target: { value: 'Mine' } });
  expect(screen.getByText(/^Your own text: every recipient/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Save mine' });
  expect(subject().value).toBe('Mine');
  expect(saves[0]?.body).toMatchObject({ client_email_1: { subject: 'Mine', rev: 2 } });
}

it('saves over a newer reminder only what was typed, once the user chose that', async () => {
  await saveMine();
  fireEvent.click(screen.getByRole('button', { name: 'Save mine' }));
  await waitFor(() => expect(saves).toHaveLength(2));
  expect(saves[1]?.body).toMatchObject({ client_email_1: { subject: 'Mine', value: 12, rev: 3 } });
  expect(Object.keys(saves[1]?.body as object)).toEqual(['client_email_1']);
});

it('shows the newer reminder, if the user chose that', async () => {
  await saveMine();
  fireEvent.click(screen.getByRole('button', { name: 'Show the newer version' }));
  await waitFor(() => expect(subject().value).toBe('Theirs'));
  expect(saves).toHaveLength(1);
});
