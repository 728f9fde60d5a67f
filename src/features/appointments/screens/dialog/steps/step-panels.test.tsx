import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { asZone } from '#domain/base/time.ts';
import { allFlags } from '#domain/people/permissions.ts';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';
import { DialogContext } from '../../draft/dialog-context.ts';
import type { DraftAction } from '../../draft/draft-action.ts';
import { defaults, ids, settings, stateAfter } from '../../draft/draft-for-tests.ts';
import { displayedPrice } from '../../draft/draft-pricing.ts';
import { StepPanels } from './step-panels.tsx';

const user = { ...allFlags, id: ids.dana, subscriber_id: ids.dana, user_type: 1, role: 'Administrator' };
let codeLoaded: () => void = () => undefined;
const code = new Promise<void>((resolve) => {
  codeLoaded = resolve;
});
vi.mock('./step-people.tsx', async (original) => {
  await code;
  return await original();
});

beforeEach(async () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: [], error: null }));
  await session.enter({ accessToken: 'token', user: user as unknown as SessionUser });
  await startI18n();
  await loadMessages('appointments', 'people');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const none = () => undefined;

/** Renders the dialog's panels with the current state. */
async function show() {
  const queries = createQueryClient();
  const tree = (actions: DraftAction[]) => {
    const state = stateAfter(...actions);
    const facts = { state, defaults, settings, zone: asZone(defaults.timezone), isPricing: false };
    return (
      <Providers queries={queries}>
        <button type="button">Other</button>
        <DialogContext value={{ ...facts, dispatch: none, price: displayedPrice(state) }}>
          <StepPanels conflict={null} onSettled={none} onScheduleAnyway={none} />
        </DialogContext>
      </Providers>
    );
  };
  const { rerender } = await act(async () => render(tree([])));
  return (...actions: DraftAction[]) => act(async () => rerender(tree(actions)));
}

const clients = () => screen.queryByRole('combobox', { name: /Clients/ });
const toPeople = { type: 'step', step: 'addPeople' } as const;

it('focuses the first field of a step however late its code loads, unless the user has moved elsewhere', async () => {
  const rerender = await show();
  await rerender(toPeople);
  expect(clients()).toBeNull();
  expect(document.activeElement).toBe(document.body);
  // Longer than the half second for which an earlier version waited.
  await act(() => new Promise((resolve) => setTimeout(resolve, 700)));
  await act(async () => codeLoaded());
  await waitFor(() => expect(clients()).toBeTruthy());
  await waitFor(() => expect(document.activeElement).toBe(clients()));
});

it('leaves the focus where the user has put it', async () => {
  const rerender = await show();
  const other = screen.getByRole('button', { name: 'Other' });
  other.focus();
  await rerender(toPeople);
  await waitFor(() => expect(clients()).toBeTruthy());
  expect(document.activeElement).toBe(other);
});
