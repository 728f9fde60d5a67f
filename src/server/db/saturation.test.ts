import { performance } from 'node:perf_hooks';
import { afterEach, expect, test, vi } from 'vitest';
import { isSaturated } from './saturation.ts';

afterEach(() => vi.restoreAllMocks());

test('a process that works more than half of its time is busy', () => {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const works = vi.spyOn(performance, 'eventLoopUtilization');
  const isBusyAt = (utilization: number) => {
    now += 1_000;
    works.mockReturnValue({ idle: 0, active: 0, utilization });
    return isSaturated();
  };
  expect([0.2, 0.45, 0.6, 0.9].map(isBusyAt)).toEqual([false, false, true, true]);
});
