import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { session } from '#web/session.ts';
import { toasts } from '#web/toast.ts';
import type { CalendarEvent } from '../contract.ts';
import { ConflictDialog } from './entries/conflict-dialog.tsx';
import { at, id, user, zone } from './entry-for-tests.ts';
import { type Move, useMoves } from './use-moves.ts';

const entry = {
  id,
  title: 'Inspection',
  start: at('2030-03-12T09:00:00-04:00'),
  end: at('2030-03-12T12:00:00-04:00'),
  systemRef: { type: 'inspEvent', appointmentId: id, eventId: id },
  technician: { id },
  all_day: false,
  rev: 3,
} as unknown as CalendarEvent;
const conflictAt = (hour: number) => ({
  technician_id: id,
  kind: 'busy',
  appointment_id: null,
  start: `2030-03-13T${hour}:00:00-04:00`,
  end: `2030-03-13T${hour + 1}:00:00-04:00`,
});
const named = (hour: number, title: string, is_warning = false) => ({
  ...conflictAt(hour),
  title,
  is_warning,
});
const dayOff = { ...named(10, 'Vacation', true), kind: 'time_off' };

let sent: { path: string; body: Record<string, unknown> }[] = [];
let conflictsFound: unknown[] = [];
let refusals: unknown[][] = [];
const changes = () => sent.filter((one) => one.path.endsWith('/events')).map((one) => one.body);

beforeEach(async () => {
  [sent, conflictsFound, refusals] = [[], [], []];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push({ path, body: JSON.parse(String(init.body)) });
    const isCheck = path.includes('check');
    const conflicts = isCheck ? conflictsFound : refusals.shift();
    const body =
      !isCheck && conflicts
        ? {
            success: false,
            data: null,
            error: { type: 'CONFLICT', message: 'Taken', details: { conflicts } },
          }
        : { success: true, data: isCheck ? { conflicts } : entry, error: null };
    const status = body.success ? 200 : 409;
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
  Object.assign(document, { fonts: new EventTarget() });
  await session.enter({ accessToken: 'token', user });
  await startI18n();
  await loadMessages('calendar');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const nextDay = { event: entry, start: '2030-03-13T14:00:00.000Z', end: '2030-03-13T17:00:00.000Z' };

let last: ReturnType<typeof useMoves>['moved'] = null;

function drop(change: Move = nextDay): { answer: () => boolean | undefined } {
  let answer: boolean | undefined;
  let move: ReturnType<typeof useMoves>['move'] | null = null;
  function Board() {
    const moves = useMoves(zone);
    move = moves.move;
    last = moves.moved;
    return moves.asked && <ConflictDialog asked={moves.asked} zone={zone} nameOf={() => 'Tess'} />;
  }
  render(
    <Providers queries={createQueryClient()}>
      <Board />
    </Providers>,
  );
  act(() => {
    void move?.(change).then((moved) => {
      answer = moved;
    });
  });
  return { answer: () => answer };
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const reason = async (value: string) =>
  fireEvent.change(await screen.findByLabelText('Reason', { exact: false }), { target: { value } });

it('asks before an appointment is dropped on time off; canceling moves it back, continuing overrides no one', async () => {
  conflictsFound = [dayOff];
  const canceled = drop();
  await screen.findByText('time off', { exact: false });
  expect(changes()).toEqual([]);
  await press('Don’t schedule');
  await waitFor(() => expect(canceled.answer()).toBe(false));
  expect(changes()).toEqual([]);
  cleanup();
  const moved = drop();
  await press('Schedule anyway');
  await waitFor(() => expect(moved.answer()).toBe(true));
  expect(last).toEqual({
    appointmentId: id,
    was: { date_time: '2030-03-12T13:00:00.000Z', end_time: '2030-03-12T16:00:00.000Z' },
  });
  expect(changes()).toHaveLength(1);
  expect(changes()[0]).not.toHaveProperty('overrule');
});

it('overrides the conflicts that were shown and asks again about a new one', async () => {
  conflictsFound = [named(11, 'Dentist'), dayOff];
  refusals = [[named(11, 'Dentist'), named(12, 'Lunch')]];
  const { answer } = drop();
  await reason('Agreed');
  await press('Schedule anyway');
  await screen.findByText('Lunch', { exact: false });
  expect(changes()[0]?.overrule).toEqual({ reason: 'Agreed', over: [conflictAt(11)] });
  await reason('Agreed with both');
  await press('Schedule anyway');
  await waitFor(() => expect(answer()).toBe(true));
  expect(changes()[1]?.overrule).toEqual({
    reason: 'Agreed with both',
    over: [conflictAt(11), conflictAt(12)],
  });
});

it('shows the time in question and focuses the missing reason', async () => {
  conflictsFound = [named(11, 'Dentist')];
  const { answer } = drop();
  expect(await screen.findByText('“Inspection” on Mar 13, 2030, 10:00 AM')).toBeTruthy();
  await press('Schedule anyway');
  expect(await screen.findByText('Enter a reason')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Reason', { exact: false }));
  expect(changes()).toEqual([]);
  await press('Don’t schedule');
  await waitFor(() => expect(answer()).toBe(false));
});

it('reports the last day of an extended all-day entry and the first day of a moved one', async () => {
  const days = {
    ...entry,
    title: 'Day off',
    all_day: true,
    start: at('2030-03-12T00:00:00-04:00'),
    end: at('2030-03-13T00:00:00-04:00'),
    systemRef: { type: 'regularEvent', appointmentId: null, eventId: id },
  } as unknown as CalendarEvent;
  const longer = drop({ event: days, start: '2030-03-12', end: '2030-03-13' });
  await waitFor(() => expect(longer.answer()).toBe(true));
  expect(toasts.visible().at(-1)?.message).toBe('“Day off” now ends on Mar 13, 2030');
  const moved = drop({ event: days, start: '2030-03-13', end: '2030-03-13' });
  await waitFor(() => expect(moved.answer()).toBe(true));
  expect(toasts.visible().at(-1)?.message).toBe('“Day off” moved to Mar 13, 2030');
});
