import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { quietly, quietlyEach } from './quietly.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that takes this long, by the clock of the test. */
const worksFor = (ms: number) => () => vi.setSystemTime(Date.now() + ms) && vi.advanceTimersByTime(ms) && ms;

test('long work of a company waits until the others had twice its time', async () => {
  const done: string[] = [];
  const work = (company: string, ms: number) =>
    quietly(company, worksFor(ms)).then(() => void done.push(company));
  void work('a', 100);
  void work('a', 100);
  void work('b', 1);
  void work('b', 1);
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toEqual(['a', 'b', 'b']);
  await vi.advanceTimersByTimeAsync(150);
  expect(done).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(50);
  expect(done).toEqual(['a', 'b', 'b', 'a']);
});

test('a list is worked on a few milliseconds at a time, in order', async () => {
  let pauses = 0;
  const items = Array.from({ length: 50 }, (_, n) => n);
  const made = quietlyEach('a', items, (n) => worksFor(1)() && n * 2);
  const pausing = setInterval(() => pauses++, 1);
  await vi.advanceTimersByTimeAsync(1_000);
  clearInterval(pausing);
  expect(await made).toEqual(items.map((n) => n * 2));
  expect(pauses).toBeGreaterThan(50);
});

test('failing work does not stop the next', async () => {
  await expect(
    quietly('a', () => {
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await quietly('a', () => 1)).toBe(1);
});
