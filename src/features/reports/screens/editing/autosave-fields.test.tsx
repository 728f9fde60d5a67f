import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { AutosaveNumberField, AutosaveTextField } from './autosave-fields.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

let told: unknown[];
let write: (value: never) => void;

function Kept<T>({
  first,
  children,
}: {
  first: T;
  children: (value: T, tell: (next: T) => void) => React.ReactNode;
}) {
  const [value, setValue] = useState(first);
  write = setValue as typeof write;
  return children(value, (next) => {
    told.push(next);
    setValue(next);
  });
}

function shown<T>(
  first: T,
  children: (value: T, tell: (next: T) => void) => React.ReactNode,
): HTMLInputElement {
  told = [];
  render(
    <Providers queries={createQueryClient()}>
      <Kept first={first}>{children}</Kept>
    </Providers>,
  );
  return screen.getByLabelText<HTMLInputElement>('Field');
}

const text = (first: string) =>
  shown(first, (value, tell) => (
    <AutosaveTextField
      label="Field"
      value={value}
      onCommit={tell}
      read={(typed) => (typed.trim() === '' ? { problem: 'Name is required' } : { value: typed.trim() })}
    />
  ));
const number = (first: number | null) =>
  shown(first, (value, tell) => <AutosaveNumberField label="Field" value={value} onCommit={tell} />);

const type = (field: HTMLInputElement, typed: string) =>
  fireEvent.change(field, { target: { value: typed } });
const rest = () => act(() => void vi.advanceTimersByTime(300));
const elsewhere = (value: unknown) => act(() => write(value as never));

test('a text keeps the space at its end while one goes on typing; what is kept of it has none', () => {
  const field = text('');
  type(field, 'Roof ');
  rest();
  expect([field.value, told]).toEqual(['Roof ', ['Roof']]);
  type(field, 'Roof leak');
  rest();
  expect([field.value, told]).toEqual(['Roof leak', ['Roof', 'Roof leak']]);
});

test.each([
  ['12.', 12],
  ['1.0', 1],
  ['3,5', 3.5],
  ['1,250', 1250],
  ['12,500.5', 12_500.5],
  ['-4', -4],
  [' ', null],
])('of the number %s the field keeps what was typed and hands on %d', (typed, value) => {
  const field = number(7);
  type(field, typed);
  rest();
  fireEvent.blur(field);
  expect([field.value, told]).toEqual([typed, [value]]);
  expect(field.getAttribute('aria-invalid')).not.toBe('true');
});

test.each(['1e3', '12 or so', '1.2.3'])(
  '%s is no number: it is marked and the value stays as it was',
  (typed) => {
    const field = number(7);
    type(field, typed);
    rest();
    expect([field.value, told]).toEqual([typed, []]);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    screen.getByText('Field must be a number');
    type(field, '8');
    rest();
    expect(told).toEqual([8]);
    expect(field.getAttribute('aria-invalid')).not.toBe('true');
  },
);

test('an emptied text that must not be empty is marked, and the text stays as it was', () => {
  const field = text('Roof');
  type(field, '');
  fireEvent.blur(field);
  expect(told).toEqual([]);
  screen.getByText('Name is required');
});

test('a value from elsewhere takes the place of what was told, and of what was wrong', () => {
  const field = number(7);
  type(field, '8.');
  rest();
  elsewhere(9);
  expect(field.value).toBe('9');
  type(field, 'x');
  rest();
  elsewhere(10);
  expect([field.value, field.getAttribute('aria-invalid') === 'true']).toEqual(['10', false]);
});

test('words that were told to nobody yet stay over a value from elsewhere, and are told then', () => {
  const field = text('Roof');
  type(field, 'Roof, north');
  elsewhere('Theirs');
  expect(field.value).toBe('Roof, north');
  rest();
  expect([field.value, told]).toEqual(['Roof, north', ['Roof, north']]);
});

test('who typed and took it back reads what came from elsewhere meanwhile', () => {
  const field = text('Roof');
  type(field, 'Roof!');
  type(field, 'Roof');
  elsewhere('Theirs');
  rest();
  expect([field.value, told]).toEqual(['Theirs', []]);
});

test('what was typed last is told on closing', () => {
  const field = text('Roof');
  type(field, 'Ridge');
  cleanup();
  expect(told).toEqual(['Ridge']);
});

test('a text that was only looked at is not told, even if one would keep something else of it', () => {
  const field = text('Roof ');
  fireEvent.blur(field);
  cleanup();
  expect(told).toEqual([]);
});

test('who mends what was wrong reads what came from elsewhere meanwhile', () => {
  const field = number(10);
  fireEvent.change(field, { target: { value: '1x' } });
  act(() => write(20 as never));
  act(() => void vi.advanceTimersByTime(300));
  fireEvent.change(field, { target: { value: '10' } });
  act(() => void vi.advanceTimersByTime(300));
  expect([field.value, told]).toEqual(['20', []]);
});
