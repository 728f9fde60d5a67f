import { expect, test } from 'vitest';
import { quietly } from './quietly.ts';

/** Keeps the process busy for this long. */
function workFor(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

test('long work of a company waits until the others had their time', async () => {
  const done: string[] = [];
  const work = (company: string, ms: number) =>
    quietly(company, () => workFor(ms)).then(() => void done.push(company));
  await Promise.all([work('a', 40), work('a', 40), work('b', 0), work('b', 0)]);
  expect(done).toEqual(['a', 'b', 'b', 'a']);
});

test('failing work does not stop the next', async () => {
  const failing = quietly('a', () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await quietly('a', () => 1)).toBe(1);
});
