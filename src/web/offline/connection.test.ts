// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { isOfflineNow, watchConnection } from './connection.ts';

test('a call without an answer is doubted; a server out of reach is asked until it answers and confirms the session', async () => {
  let isReachable = true;
  let confirms = false;
  const waits: (() => void)[] = [];
  const onReturn = vi.fn(async () => confirms);
  const { doubt } = watchConnection({
    isReachable: async () => isReachable,
    onReturn,
    wait: () => new Promise((resolve) => waits.push(resolve)),
  });
  const back = vi.fn();
  window.addEventListener('online', back);
  const nextAttempt = async () => {
    const before = waits.length;
    waits.at(-1)?.();
    await vi.waitFor(() => expect(waits.length + Number(!isOfflineNow())).toBeGreaterThan(before));
  };

  doubt();
  await Promise.resolve();
  expect(isOfflineNow()).toBe(false);

  isReachable = false;
  doubt();
  await vi.waitFor(() => expect(isOfflineNow()).toBe(true));
  await nextAttempt();
  expect([isOfflineNow(), onReturn.mock.calls.length]).toEqual([true, 0]);

  isReachable = true;
  await nextAttempt();
  expect([isOfflineNow(), onReturn.mock.calls.length, back.mock.calls.length]).toEqual([true, 1, 0]);

  confirms = true;
  await nextAttempt();
  expect([isOfflineNow(), onReturn.mock.calls.length]).toEqual([false, 2]);
  await vi.waitFor(() => expect(back).toHaveBeenCalledOnce());
});

test('is offline at once when the browser has no network', async () => {
  watchConnection({
    isReachable: async () => false,
    onReturn: async () => true,
    wait: () => new Promise(() => {}),
  });
  window.dispatchEvent(new Event('offline'));
  expect(isOfflineNow()).toBe(true);
});
