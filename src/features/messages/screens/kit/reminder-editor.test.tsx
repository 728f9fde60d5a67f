import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type NotificationSlot, slotPositions } from '#domain/company/notification-slots.ts';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import type { RemindersForm } from '../use-reminders-form.ts';
import { ReminderEditor } from './reminder-editor.tsx';

const slot: NotificationSlot = {
  enabled: true,
  when: 'pre',
  value: 1,
  unit: 2,
  subject: 'See you',
  body: '',
};
const form = { slot: () => slot, change: vi.fn(), error: () => undefined } as unknown as RemindersForm;

beforeEach(async () => {
  // jsdom has no fonts to wait for.
  Object.assign(document, { fonts: new EventTarget() });
  // The UI library finds no element to focus in jsdom and logs long warnings about it.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await startI18n();
  await loadMessages('messages');
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

// Without a layout the menu treats its button as out of view.
const hidden = { hidden: true };

async function openMenu() {
  const [place] = slotPositions;
  if (!place) throw new Error('no reminder slots');
  render(
    <Providers queries={createQueryClient()}>
      <main>
        <ReminderEditor place={place} form={form} />
      </main>
    </Providers>,
  );
  fireEvent.click(screen.getByRole('button', { name: /^Edit / }));
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Insert placeholder' }));
  });
  const items = await screen.findAllByRole('menuitem', hidden);
  return (at: number) => items[at] as HTMLElement;
}

const tips = () => screen.queryAllByRole('tooltip', hidden).map((tip) => tip.textContent);
const reach = (item: HTMLElement) => act(() => item.focus());
const pointAt = (item: HTMLElement) => {
  fireEvent.pointerEnter(item, { pointerType: 'mouse' });
  fireEvent.mouseEnter(item);
  fireEvent.mouseMove(item);
};

it('describes a placeholder on hover and on keyboard focus', async () => {
  const item = await openMenu();
  pointAt(item(1));
  await waitFor(() => expect(tips()).toEqual(['{{clients.names}}']));
  fireEvent.mouseLeave(item(1));
  await waitFor(() => expect(tips()).toEqual([]));
  fireEvent.keyDown(item(1), { key: 'ArrowDown' });
  reach(item(2));
  await waitFor(() => expect(tips()).toEqual(['{{agents.first_name}}']));
  expect(item(2).getAttribute('aria-describedby')).toBeTruthy();
});

it('describes one placeholder at a time: keyboard focus takes over from hover', async () => {
  const item = await openMenu();
  pointAt(item(1));
  await waitFor(() => expect(tips()).toEqual(['{{clients.names}}']));
  fireEvent.keyDown(item(1), { key: 'ArrowDown' });
  reach(item(2));
  await waitFor(() => expect(tips()).toContain('{{agents.first_name}}'));
  await waitFor(() => expect(tips()).toEqual(['{{agents.first_name}}']));
  fireEvent.keyDown(item(2), { key: 'ArrowDown' });
  reach(item(3));
  await waitFor(() => expect(tips()).toEqual(['{{listing_agents.first_name}}']));
});

it('an amount that is no number is not shown as a time', () => {
  const [place] = slotPositions;
  if (!place) throw new Error('no reminder slots');
  const wrong = { ...form, slot: () => ({ ...slot, value: Number.NaN }) } as unknown as RemindersForm;
  render(
    <Providers queries={createQueryClient()}>
      <ReminderEditor place={place} form={wrong} />
    </Providers>,
  );
  expect(document.body.textContent).not.toContain('NaN');
});
