import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { changeLanguage, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { TimeField } from './time-field.tsx';

let current = '';
let setFromOutside: (time: string) => void = () => undefined;

function Field({ first = '' }: { first?: string }) {
  const [time, setTime] = useState(first);
  current = time;
  setFromOutside = setTime;
  return <TimeField label="Start" value={time} onChange={setTime} />;
}

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
});
afterEach(async () => {
  cleanup();
  await changeLanguage('en');
  localStorage.clear();
});

const show = (first = '') =>
  render(
    <Providers queries={createQueryClient()}>
      <Field first={first} />
    </Providers>,
  );
const field = () => screen.getByLabelText<HTMLInputElement>('Start');
const type = (value: string) => fireEvent.change(field(), { target: { value } });

it.each([
  ['en', '930', '09:30', '9:30 AM'],
  ['en', '9:30 pm', '21:30', '9:30 PM'],
  ['en', '12am', '00:00', '12:00 AM'],
  ['de', '14.05', '14:05', '14:05'],
  ['fr', '14h05', '14:05', '14:05'],
] as const)('reads and writes a time in %s: %s', async (lang, typed, time, written) => {
  await changeLanguage(lang);
  show();
  type(typed);
  expect([current, field().value]).toEqual([time, typed]);
  fireEvent.focusOut(field());
  await waitFor(() => expect(field().value).toBe(written));
});

it('keeps what is no time, names an example, and passes it on so that the rules refuse it', async () => {
  show('09:00');
  type('25:00');
  fireEvent.focusOut(field());
  expect(await screen.findByText('Enter a time such as 2:30 PM')).toBeDefined();
  expect([field().value, current]).toEqual(['25:00', '25:00']);
  type('');
  expect(current).toBe('');
});

it('moves by quarter hours with the arrow keys, around midnight', () => {
  show('23:50');
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  expect([current, field().value]).toEqual(['00:00', '12:00 AM']);
  fireEvent.keyDown(field(), { key: 'ArrowDown' });
  expect(field().value).toBe('11:45 PM');
});

it('shows a time set from outside instead of the typed text', async () => {
  show('09:00');
  type('9:3');
  setFromOutside('15:00');
  await waitFor(() => expect(field().value).toBe('3:00 PM'));
});
