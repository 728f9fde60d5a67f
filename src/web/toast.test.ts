import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createToasts } from './toast.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const messages = (toasts: ReturnType<typeof createToasts>) => toasts.visible().map((toast) => toast.message);

test('shows at most five toasts, and the sixth when one closes', () => {
  const toasts = createToasts();
  const ids = ['1', '2', '3', '4', '5', '6', '7'].map((message) => toasts.show(message));
  expect(messages(toasts)).toEqual(['1', '2', '3', '4', '5']);
  toasts.close(ids[1] ?? 0);
  expect(messages(toasts)).toEqual(['1', '3', '4', '5', '6']);
});

test('shows plain toasts for 3000 ms, errors and successes for 5000 ms', () => {
  const toasts = createToasts();
  toasts.show('plain');
  toasts.show('error', { kind: 'error' });
  toasts.show('success', { kind: 'success' });
  vi.advanceTimersByTime(2999);
  expect(messages(toasts)).toEqual(['plain', 'error', 'success']);
  vi.advanceTimersByTime(1);
  expect(messages(toasts)).toEqual(['error', 'success']);
  vi.advanceTimersByTime(1999);
  expect(messages(toasts)).toEqual(['error', 'success']);
  vi.advanceTimersByTime(1);
  expect(messages(toasts)).toEqual([]);
});

test('starts the timer of a waiting toast when it is shown', () => {
  const toasts = createToasts();
  for (const message of ['1', '2', '3', '4', '5', 'late']) toasts.show(message);
  vi.advanceTimersByTime(3000);
  expect(messages(toasts)).toEqual(['late']);
  vi.advanceTimersByTime(2999);
  expect(messages(toasts)).toEqual(['late']);
  vi.advanceTimersByTime(1);
  expect(messages(toasts)).toEqual([]);
});

test('pauses the timer of a toast under the pointer', () => {
  const toasts = createToasts();
  const id = toasts.show('held');
  toasts.hold(id);
  vi.advanceTimersByTime(60_000);
  expect(messages(toasts)).toEqual(['held']);
  toasts.release(id);
  vi.advanceTimersByTime(3000);
  expect(messages(toasts)).toEqual([]);
});

test.each([
  ['success', 10_000, 7000],
  ['success', 1000, 1000],
  ['error', 10_000, 5000],
  ['error', 100, 3500],
  ['warning', 30_000, 30_000],
] as const)('a notice of kind %s that asks for %i ms stays %i ms', (kind, milliseconds, stays) => {
  const toasts = createToasts();
  toasts.show('one', { kind, milliseconds, action: { label: 'Undo', run: () => {} } });
  vi.advanceTimersByTime(stays - 1);
  expect(messages(toasts)).toEqual(['one']);
  vi.advanceTimersByTime(1);
  expect(messages(toasts)).toEqual([]);
});
