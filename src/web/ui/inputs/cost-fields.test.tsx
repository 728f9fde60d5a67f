import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asCents } from '#domain/base/money.ts';
import { type CostBounds, costProblem } from '#domain/reports/operations/report-ops.ts';
import { createQueryClient } from '#web/api.ts';
import { startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { CostFields } from './cost-fields.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  changes = [];
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const labels = {
  min: 'Minimum cost',
  max: 'Maximum cost',
  crossed: 'The minimum cost is higher than the maximum',
  notACost: 'Enter an amount from 0 to 1,000,000 with up to two decimals',
};
let changes: Partial<CostBounds>[];
let stored: CostBounds;
let write: (next: CostBounds) => void;

/** Stores changes and refuses invalid ones, as the report does. */
function CostForm() {
  const [bounds, setBounds] = useState<CostBounds>({
    min_cost_cents: asCents(100_000),
    max_cost_cents: asCents(200_000),
  });
  stored = bounds;
  write = setBounds;
  const change = (values: Partial<CostBounds>) => {
    changes.push(values);
    const next = { ...stored, ...values };
    if (costProblem(next) === null) setBounds(next);
  };
  return <CostFields comment={bounds} change={change} labels={labels} />;
}

function opened() {
  render(
    <Providers queries={createQueryClient()}>
      <CostForm />
    </Providers>,
  );
  const [from, to] = ['Minimum cost', 'Maximum cost'].map((label) =>
    screen.getByLabelText<HTMLInputElement>(label),
  );
  if (!from || !to) throw new Error('no fields');
  const marked = () => [from, to].map((field) => field.getAttribute('aria-invalid') === 'true');
  return { from, to, marked };
}

function type(field: HTMLInputElement, value: string) {
  fireEvent.change(field, { target: { value } });
  act(() => void vi.advanceTimersByTime(300));
  fireEvent.blur(field);
}

test('a minimum above the maximum marks both fields and is saved together with a fitting maximum', () => {
  const { from, to, marked } = opened();
  type(from, '3000');
  expect(marked()).toEqual([true, true]);
  screen.getByText('The minimum cost is higher than the maximum');
  expect(changes).toEqual([]);
  type(to, '4000');
  expect(marked()).toEqual([false, false]);
  expect(stored).toEqual({ min_cost_cents: 300_000, max_cost_cents: 400_000 });
  expect(changes).toEqual([{ min_cost_cents: 300_000, max_cost_cents: 400_000 }]);
  expect([from.value, to.value]).toEqual(['3000', '4000']);
});

test('a valid bound is saved alone, since the other one may have been changed by someone else', () => {
  const { from } = opened();
  type(from, '1,250');
  expect(changes).toEqual([{ min_cost_cents: 125_000 }]);
  type(from, '');
  expect(changes[1]).toEqual({ min_cost_cents: null });
});

test('a held bound that is changed back saves nothing', () => {
  const { from, marked } = opened();
  type(from, '3000');
  type(from, '1000');
  expect([marked(), changes]).toEqual([[false, false], []]);
});

test('a held bound is saved once someone else’s change makes it valid', () => {
  const { from, marked } = opened();
  type(from, '3000');
  act(() => write({ ...stored, max_cost_cents: asCents(500_000) }));
  expect([marked(), changes]).toEqual([[false, false], [{ min_cost_cents: 300_000 }]]);
});

test.each(['-1', '1000001', '10.555', '1e3'])(
  '%s is not a valid cost: it is marked and not saved',
  (typed) => {
    const { from, marked } = opened();
    type(from, typed);
    expect([from.value, marked(), changes]).toEqual([typed, [true, false], []]);
  },
);

test('an invalid held bound is submitted on unmount, so that its refusal is shown', async () => {
  const { from } = opened();
  type(from, '3000');
  cleanup();
  await Promise.resolve();
  expect(changes).toEqual([{ min_cost_cents: 300_000 }]);
});

test('a bound still being typed on unmount is saved together with the held one', async () => {
  const { from, to } = opened();
  type(from, '3000');
  fireEvent.change(to, { target: { value: '4000' } });
  cleanup();
  await Promise.resolve();
  expect(changes).toEqual([{ min_cost_cents: 300_000, max_cost_cents: 400_000 }]);
});
