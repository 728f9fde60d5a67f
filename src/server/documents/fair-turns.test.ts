import { expect, test } from 'vitest';
import { createFairTurns } from './fair-turns.ts';

test('runs one at a time, and one company’s first document after at most one of another with many', async () => {
  const turns = createFairTurns(10);
  const order: string[] = [];
  let running = 0;
  const document = (company: string, n: number) =>
    turns.run(company, async () => {
      running += 1;
      expect(running).toBe(1);
      await new Promise((resolve) => setTimeout(resolve));
      order.push(`${company}${n}`);
      running -= 1;
    });
  const all = [1, 2, 3, 4].map((n) => document('a', n));
  all.push(document('b', 1), document('c', 1), document('b', 2));
  await turns.whenIdle();
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  await Promise.all(all);
});

test('goes on after a failure', async () => {
  const turns = createFairTurns(10);
  const failing = turns.run('a', () => Promise.reject(new Error('broken')));
  const fine = turns.run('a', async () => 'fine');
  await expect(failing).rejects.toThrow('broken');
  expect(await fine).toBe('fine');
});

test('refuses work without a turn in time, and runs what still waits', async () => {
  const turns = createFairTurns(10, 20);
  const first = turns.run('a', () => new Promise((resolve) => setTimeout(resolve, 60)));
  await expect(turns.run('b', async () => 'b')).rejects.toMatchObject({
    type: 'UNAVAILABLE',
    details: { retryAfter: 5 },
  });
  await first;
  expect(await turns.run('c', async () => 'c')).toBe('c');
});
