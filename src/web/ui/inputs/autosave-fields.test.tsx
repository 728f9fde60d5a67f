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

let saved: unknown[];
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
    saved.push(next);
    setValue(next);
  });
}

function shown<T>(
  first: T,
  children: (value: T, tell: (next: T) => void) => React.ReactNode,
): HTMLInputElement {
  saved = [];
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

test('a text field keeps a trailing space while typing but saves it trimmed', () => {
  const field = text('');
  type(field, 'Roof ');
  rest();
  expect([field.value, saved]).toEqual(['Roof ', ['Roof']]);
  type(field, 'Roof leak');
  rest();
  expect([field.value, saved]).toEqual(['Roof leak', ['Roof', 'Roof leak']]);
});

test.each([
  ['12.', 12],
  ['1.0', 1],
  ['3,5', 3.5],
  ['1,250', 1250],
  ['12,500.5', 12_500.5],
  ['-4', -4],
  [' ', null],
])('a number field keeps the typed text %s and saves %d', (typed, value) => {
  const field = number(7);
  type(field, typed);
  rest();
  fireEvent.blur(field);
  expect([field.value, saved]).toEqual([typed, [value]]);
  expect(field.getAttribute('aria-invalid')).not.toBe('true');
});

test.each(['1e3', '12 or so', '1.2.3'])('marks %s as invalid and keeps the previous value', (typed) => {
  const field = number(7);
  type(field, typed);
  rest();
  expect([field.value, saved]).toEqual([typed, []]);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  screen.getByText('Field must be a number');
  type(field, '8');
  rest();
  expect(saved).toEqual([8]);
  expect(field.getAttribute('aria-invalid')).not.toBe('true');
});

test('a required text that is emptied is marked as invalid and not saved', () => {
  const field = text('Roof');
  type(field, '');
  fireEvent.blur(field);
  expect(saved).toEqual([]);
  screen.getByText('Name is required');
});

test('an external value replaces a saved or an invalid text', () => {
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

test('unsaved text survives an external value and is saved on top of it', () => {
  const field = text('Roof');
  type(field, 'Roof, north');
  elsewhere('Theirs');
  expect(field.value).toBe('Roof, north');
  rest();
  expect([field.value, saved]).toEqual(['Roof, north', ['Roof, north']]);
});

test('text changed back to the saved value is replaced by an external value', () => {
  const field = text('Roof');
  type(field, 'Roof!');
  type(field, 'Roof');
  elsewhere('Theirs');
  rest();
  expect([field.value, saved]).toEqual(['Theirs', []]);
});

test('saves the last typed text on unmount', () => {
  const field = text('Roof');
  type(field, 'Ridge');
  cleanup();
  expect(saved).toEqual(['Ridge']);
});

test('does not save a text that was not edited, even if it would be trimmed', () => {
  const field = text('Roof ');
  fireEvent.blur(field);
  cleanup();
  expect(saved).toEqual([]);
});

test('an invalid text corrected to the saved value is replaced by an external value', () => {
  const field = number(10);
  fireEvent.change(field, { target: { value: '1x' } });
  act(() => write(20 as never));
  act(() => void vi.advanceTimersByTime(300));
  fireEvent.change(field, { target: { value: '10' } });
  act(() => void vi.advanceTimersByTime(300));
  expect([field.value, saved]).toEqual(['20', []]);
});
