import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asLocalDate, asZone } from '#domain/base/time.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import type { CalendarEvent } from '../contract.ts';
import { MonthDots } from './month-dots.tsx';

const zone = asZone('America/New_York');
const entry = (id: string, type: 'inspEvent' | 'regularEvent', start: string, end: string) =>
  ({
    id,
    title: id,
    start: { dateTime: start, timezone: zone },
    end: { dateTime: end, timezone: zone },
    systemRef: { type, appointmentId: null, eventId: id },
    color: '#1d4ed8',
    all_day: false,
  }) as unknown as CalendarEvent;

const events = [
  ...['a', 'b', 'c'].map((id) => entry(id, 'inspEvent', '2090-03-12T13:00:00Z', '2090-03-12T15:00:00Z')),
  entry('d', 'regularEvent', '2090-03-12T17:00:00Z', '2090-03-12T18:00:00Z'),
  // Over midnight in New York, though within one day in UTC.
  entry('e', 'inspEvent', '2090-03-20T02:00:00Z', '2090-03-20T06:00:00Z'),
  // The whole of the 24th: it ends at midnight.
  entry('f', 'regularEvent', '2090-03-24T04:00:00Z', '2090-03-25T04:00:00Z'),
];

function Screen() {
  const [day, setDay] = useState(asLocalDate('2090-03-12'));
  return <MonthDots view="month" {...{ day, zone, events }} onDay={setDay} />;
}

beforeEach(async () => {
  await startI18n();
  await loadMessages('calendar');
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 0));
  render(<Screen />);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const dayNamed = (name: RegExp) => screen.getByRole('button', { name });

test('each day is a button that says how many entries it has, and shows at most three dots', () => {
  expect(screen.getAllByRole('button')).toHaveLength(31);
  const busy = dayNamed(/^March 12, 2090, 3 appointments, 1 other entry$/);
  expect(busy.querySelectorAll('i')).toHaveLength(3);
  expect(busy.textContent).toContain('+1');
  expect(dayNamed(/^March 13, 2090, 0 appointments$/)).toBeTruthy();
});

test('an entry over midnight is on both days, one that ends at midnight on one', () => {
  expect(dayNamed(/^March 19, 2090, 1 appointment$/)).toBeTruthy();
  expect(dayNamed(/^March 20, 2090, 1 appointment$/)).toBeTruthy();
  expect(dayNamed(/^March 24, 2090, 1 other entry$/)).toBeTruthy();
  expect(dayNamed(/^March 25, 2090, 0 appointments$/)).toBeTruthy();
});

test('arrow keys move the chosen day, the only tab stop, into the next month', async () => {
  const stops = () => screen.getAllByRole('button').filter((one) => one.tabIndex === 0);
  fireEvent.keyDown(dayNamed(/March 12/), { key: 'ArrowDown' });
  expect(stops().map((one) => one.dataset.day)).toEqual(['2090-03-19']);
  expect(dayNamed(/March 19/).getAttribute('aria-pressed')).toBe('true');
  for (const key of ['ArrowDown', 'ArrowDown']) fireEvent.keyDown(stops()[0] as HTMLElement, { key });
  await vi.waitFor(() => expect(document.activeElement).toBe(dayNamed(/April 2,/)));
});
