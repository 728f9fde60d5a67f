import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { RangeAnswer, type StoredRange } from './range-answer.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  await loadMessages('reports');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

let answers: StoredRange[];
let write: (next: StoredRange) => void;

function Kept({ first }: { first: StoredRange }) {
  const [given, setGiven] = useState(first);
  write = setGiven;
  const answer = (next: StoredRange) => {
    answers.push(next);
    setGiven(next);
  };
  return <RangeAnswer name="Age" given={given} answer={answer} />;
}

function opened(first: StoredRange) {
  answers = [];
  render(
    <Providers queries={createQueryClient()}>
      <Kept first={first} />
      <button type="button">Elsewhere</button>
    </Providers>,
  );
  const from = screen.getByLabelText<HTMLInputElement>('Age, from');
  const to = screen.getByLabelText<HTMLInputElement>('Age, to');
  return { from, to, texts: () => [from.value, to.value] };
}

function type(field: HTMLInputElement, value: string) {
  act(() => field.focus());
  fireEvent.change(field, { target: { value } });
  act(() => void vi.advanceTimersByTime(300));
}

const leave = () => act(() => screen.getByText('Elsewhere').focus());

test('does not copy a partly typed number to the other field', () => {
  const { from, to, texts } = opened(null);
  type(from, '1');
  type(from, '12');
  expect([texts(), answers]).toEqual([['12', ''], []]);
  type(to, '2');
  type(to, '20');
  leave();
  expect([texts(), answers.at(-1)]).toEqual([['12', '20'], { from: 12, to: 20 }]);
});

test('clears the range when both fields are emptied', () => {
  const { from, to, texts } = opened({ from: 10, to: 20 });
  type(from, '');
  expect(answers).toEqual([]);
  type(to, '');
  leave();
  expect([texts(), answers]).toEqual([['', ''], [null]]);
});

test('uses a single number for both bounds only after the fields lose focus', () => {
  const { from, texts } = opened(null);
  type(from, '12');
  expect(answers).toEqual([]);
  leave();
  expect([texts(), answers]).toEqual([['12', '12'], [{ from: 12, to: 12 }]]);
  // Emptying one field again: the answer still matches what the fields show.
  type(from, '');
  leave();
  expect([texts(), answers.at(-1)]).toEqual([['12', '12'], { from: 12, to: 12 }]);
});

test('saves a single number on unmount, and does not overwrite invalid text', async () => {
  const { from, to, texts } = opened(null);
  type(from, '12');
  type(to, '2o');
  leave();
  expect([texts(), answers]).toEqual([['12', '2o'], []]);
  cleanup();
  await Promise.resolve();
  expect(answers).toEqual([{ from: 12, to: 12 }]);
});

test('saves nothing if the fields only had focus, and shows someone else’s range', async () => {
  const { from, texts } = opened(null);
  act(() => from.focus());
  leave();
  await act(async () => write({ from: 1, to: 2 }));
  expect([texts(), answers]).toEqual([['1', '2'], []]);
});

test('uses a single number after someone else’s range has replaced an invalid bound', () => {
  const { from, to } = opened({ from: 5, to: 9 });
  type(from, '1x');
  act(() => write({ from: 6, to: 8 }));
  expect(from.value).toBe('6');
  type(to, '');
  act(() => screen.getByRole('button', { name: 'Elsewhere' }).focus());
  expect(answers.at(-1)).toEqual({ from: 6, to: 6 });
});
