import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { session } from '#web/session.ts';
import type { CalendarEvent } from '../../contract.ts';
import { at, entry, user, zone } from '../entry-for-tests.ts';
import type { Move } from '../use-moves.ts';
import { EventPanel } from './event-panel.tsx';

const moved = {
  ...entry,
  start: at('2030-03-12T15:00:00-04:00'),
  end: at('2030-03-12T16:00:00-04:00'),
  rev: 4,
};

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await session.enter({ accessToken: 'token', user });
  await startI18n();
  await loadMessages('calendar');
});
afterEach(cleanup);

it('moves the entry the user saw, and restarts with the current one on a conflict', async () => {
  const moves: Move[] = [];
  const onMove = async (move: Move) => {
    moves.push(move);
    if (move.event.rev === moved.rev) return true;
    move.onStale?.({ message: 'Changed by someone else', current: moved });
    return false;
  };
  const onClose = vi.fn();
  const nothing = () => undefined;
  const queries = createQueryClient();
  const panel = (event: CalendarEvent) => (
    <Providers queries={queries}>
      <Suspense>
        <EventPanel
          event={event}
          zone={zone}
          acceptsActions
          onMove={onMove}
          onEdit={nothing}
          onShare={nothing}
          onClose={onClose}
        />
      </Suspense>
    </Providers>
  );
  const { rerender } = render(panel(entry));
  fireEvent.click(await screen.findByRole('button', { name: 'Reschedule' }));
  const begins = screen.getByLabelText<HTMLInputElement>('Start time', { exact: false });
  fireEvent.change(begins, { target: { value: '09:30' } });
  rerender(panel(moved));
  expect(begins.value).toBe('09:30');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Reload' }));
  expect(moves[0]).toMatchObject({ event: { rev: 3 }, start: '2030-03-12T13:30:00.000Z' });
  expect(begins.value).toBe('3:00 PM');
  fireEvent.change(begins, { target: { value: '15:30' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(moves[1]).toMatchObject({ event: { rev: 4 }, start: '2030-03-12T19:30:00.000Z' });
});

it('leaves an untouched entry in the second of two repeated hours', async () => {
  const moves: Move[] = [];
  const late = {
    ...entry,
    start: at('2030-11-03T01:30:00-05:00'),
    end: at('2030-11-03T02:30:00-05:00'),
  };
  const nothing = () => undefined;
  render(
    <Providers queries={createQueryClient()}>
      <Suspense>
        <EventPanel
          event={late}
          zone={zone}
          acceptsActions
          onMove={async (move) => moves.push(move) > 0}
          onEdit={nothing}
          onShare={nothing}
          onClose={nothing}
        />
      </Suspense>
    </Providers>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Reschedule' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(moves).toHaveLength(1));
  expect(moves[0]).toMatchObject({ start: '2030-11-03T06:30:00.000Z', end: '2030-11-03T07:30:00.000Z' });
});
