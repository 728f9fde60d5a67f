import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { partTimes, processorSeconds, secondsIn } from './processor-time.mjs';

test('adds the times of a process and of those below it, whatever its name', () => {
  const line = '42 (a) b (c)) S 1 42 42 0 -1 4194560 100 200 0 0 150 50 1000 300 20 0 1 0 5 6 7';
  expect(secondsIn(line)).toBe(15);
});

test.skipIf(process.platform !== 'linux')('counts what a child process has used', async () => {
  const times = partTimes();
  const before = processorSeconds();
  const busy = 'const end = process.cpuUsage().user + 300000; while (process.cpuUsage().user < end);';
  await times.measure('busy', () => spawnSync(process.execPath, ['-e', busy]));
  expect(processorSeconds() - before).toBeGreaterThanOrEqual(0.3);
  expect(times.lines()[0]).toMatch(/^busy +\d+ s, \d+ s of processor time$/);
  expect(times.lines().at(-1)).toMatch(/^total /);
});
