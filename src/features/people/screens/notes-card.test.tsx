import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { session } from '#web/session.ts';
import type { Contact } from '../contract.ts';
import { NotesCard } from './notes-card.tsx';
import { renderScreen, type SentRequest, startMockApi } from './screens-for-tests.tsx';

const contact = {
  id: '00000000-0000-7000-8000-000000000201',
  first_name: 'Amara',
  last_name: 'Okafor',
  notes: 'Has a dog',
  tags: ['vip'],
  language: 'en',
  rev: 3,
} as unknown as Contact;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const refused = (current: object) =>
  new Response(
    JSON.stringify({
      success: false,
      data: null,
      error: { type: 'CONFLICT', message: 'Changed', details: { current } },
    }),
    { status: 409, headers: { 'content-type': 'application/json' } },
  );

let becomes: (contact: Contact) => void = () => {};

/** Renders the card in a page with routing; `becomes` delivers a version that a colleague saved. */
async function open(
  reply: (sent: SentRequest) => unknown = () => ({ ...contact, rev: 9 }),
): Promise<SentRequest[]> {
  const sent = await startMockApi(reply);
  const rootRoute = createRootRoute({
    component: function Page() {
      const [shown, setShown] = useState(contact);
      becomes = setShown;
      return <NotesCard tab="clients" contact={shown} />;
    },
  });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() });
  renderScreen(<RouterProvider router={router as never} />);
  await screen.findByLabelText('Notes');
  return sent;
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

it('preserves unsaved input when a colleague changes another field, and sends only that input', async () => {
  const sent = await open();
  type('Notes', 'Has a dog, key under the mat');
  await act(async () => becomes({ ...contact, tags: ['vip', 'late'], rev: 4 }));
  expect(field('Notes').value).toBe('Has a dog, key under the mat');
  expect(screen.queryByText(/Someone else/)).toBeNull();
  save();
  await waitFor(() => expect(sent.at(-1)?.method).toBe('PUT'));
  const form = Object.fromEntries(sent.at(-1)?.body as FormData);
  expect(form).toEqual({ notes: 'Has a dog, key under the mat', rev: '4' });
});

it('shows a colleague’s change to the same field before overwriting it', async () => {
  await open();
  type('Notes', 'Has two dogs');
  await act(async () => becomes({ ...contact, notes: 'Allergic to dogs', rev: 4 }));
  expect(screen.getByText(/Someone else changed this/)).toBeTruthy();
  expect(screen.getByText('Notes: Allergic to dogs')).toBeTruthy();
  expect(field('Notes').value).toBe('Has two dogs');
});

it('retries a conflict automatically for different fields, and shows the colleague’s text first for the same field', async () => {
  const present = { ...contact, tags: ['late'], rev: 5 };
  const sent = await open(({ body }) =>
    Object.fromEntries(body as FormData).rev === '5' ? { ...present, rev: 6 } : refused(present),
  );
  type('Notes', 'Has two dogs');
  save();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(Object.fromEntries(sent[1]?.body as FormData)).toEqual({ notes: 'Has two dogs', rev: '5' });
  await waitFor(() => expect(field('Tags').value).toBe('late'));

  cleanup();
  const both = { ...contact, notes: 'Allergic to dogs', rev: 5 };
  const attempts = await open(() => refused(both));
  type('Notes', 'Has two dogs');
  save();
  expect(await screen.findByText('Notes: Allergic to dogs')).toBeTruthy();
  expect(attempts).toHaveLength(1);
  save();
  await waitFor(() => expect(attempts).toHaveLength(2));
  expect(Object.fromEntries(attempts[1]?.body as FormData)).toMatchObject({ rev: '5' });
});

it('restores unsaved input once after the session expired; after saving, the record applies', async () => {
  await open();
  type('Notes', 'Has two');
  // The session expires while the page is open.
  act(() => session.forget());
  cleanup();
  const saved = { ...contact, notes: 'Has two dogs', rev: 4 };
  await open(() => saved);
  expect(field('Notes').value).toBe('Has two');
  type('Notes', 'Has two dogs');
  save();
  await waitFor(() => expect(field('Notes').value).toBe('Has two dogs'));
  await act(async () => becomes({ ...saved, rev: 5 }));
  expect(field('Notes').value).toBe('Has two dogs');
});

it('shows a colleague’s change immediately when nothing was typed', async () => {
  await open();
  await act(async () => becomes({ ...contact, notes: 'Allergic to dogs', rev: 4 }));
  await waitFor(() => expect(field('Notes').value).toBe('Allergic to dogs'));
});
