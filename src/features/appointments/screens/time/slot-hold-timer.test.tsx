import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { asZone } from '#domain/base/time.ts';
import { allFlags } from '#domain/people/permissions.ts';
import { createQueryClient } from '#web/api.ts';
import { now } from '#web/clock.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';
import { DialogFooter } from '../dialog/dialog-footer.tsx';
import type { DialogContextValue } from '../draft/dialog-context.ts';
import { defaults, ids, settings, stateAfter } from '../draft/draft-for-tests.ts';
import { displayedPrice } from '../draft/draft-pricing.ts';
import type { DialogState } from '../draft/draft-state.ts';

const user = { ...allFlags, id: ids.dana, subscriber_id: ids.dana, user_type: 1, role: 'Administrator' };
let asked: string[] = [];
let taken: string[] = [];

beforeEach(async () => {
  [asked, taken] = [[], []];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method === 'DELETE') {
      asked.push(`free ${path.split('/').at(-1)?.slice(-1)}`);
      return Response.json({ success: true, data: null, error: null });
    }
    const { technician_id, date_time } = JSON.parse(String(init.body));
    const who = technician_id === ids.dana ? 'Dana' : 'Tariq';
    asked.push(`${who} ${date_time.slice(0, 16)}`);
    if (taken.includes(who)) {
      const error = { type: 'CONFLICT', message: 'Taken', details: { conflicts: [] } };
      return Response.json({ success: false, data: null, error }, { status: 409 });
    }
    const minutes = who === 'Dana' ? 10 : 8;
    const expiresAt = new Date(Date.parse(now()) + minutes * 60_000).toISOString();
    const hold = {
      holdId: technician_id,
      technician_id,
      start: date_time,
      end: date_time,
      expiresAt,
      seconds: 600,
    };
    return Response.json({ success: true, data: hold, error: null });
  });
  Object.assign(document, { fonts: new EventTarget() });
  await session.enter({ accessToken: 'token', user: user as unknown as SessionUser });
  // The footer loads it on demand.
  await import('./slot-hold-timer.tsx');
  await startI18n();
  await loadMessages('appointments');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const onTaken = vi.fn();
async function show(first: DialogState) {
  const queries = createQueryClient();
  const footer = (state: DialogState) => {
    const zone = asZone(defaults.timezone);
    const facts: DialogContextValue = {
      ...{ state, defaults, settings, zone, isPricing: false },
      dispatch: () => undefined,
      price: displayedPrice(state),
    };
    return (
      <Providers queries={queries}>
        <DialogFooter
          facts={facts}
          onTaken={onTaken}
          submit={{ onClick: vi.fn(), loading: false, disabled: false }}
        />
      </Providers>
    );
  };
  const { rerender, unmount } = await act(async () => render(footer(first)));
  return { setState: (state: DialogState) => act(() => rerender(footer(state))), unmount };
}
const people = (...who: string[]) => ({
  type: 'people' as const,
  kind: 'technicians' as const,
  people: defaults.inspectorOptions.filter((one) => who.includes(one.id)),
});
const custom = { type: 'custom' as const, patch: { date: '2030-03-08', time: '09:00' } };

it('holds a custom time for every selected technician, shows the earliest expiry, and releases all holds', async () => {
  const { setState, unmount } = await show(stateAfter(custom, people(ids.dana)));
  expect((await screen.findByRole('timer')).textContent).toMatch(/(10:0\d|9:5\d)/);
  setState(stateAfter(custom, people(ids.dana, ids.tariq)));
  await waitFor(() => expect(screen.getByRole('timer').textContent).toMatch(/(8:0\d|7:5\d)/));
  expect(asked).toEqual(['Dana 2030-03-08T09:00', 'Tariq 2030-03-08T09:00']);
  unmount();
  await waitFor(() =>
    expect(asked.slice(2)).toEqual([`free ${ids.dana.slice(-1)}`, `free ${ids.tariq.slice(-1)}`]),
  );
});

it("leaves a custom time that can't be held to the time check", async () => {
  taken = ['Tariq'];
  await show(stateAfter(custom, people(ids.dana, ids.tariq)));
  expect((await screen.findByRole('timer')).textContent).toMatch(/(10:0\d|9:5\d)/);
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(onTaken).not.toHaveBeenCalled();
});
