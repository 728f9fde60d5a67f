import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTurns, patienceMs } from './turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const isIdle = () => false;

/** Starts work of a company that ends on `endNext`, and records when it starts. */
function workOf(turns: ReturnType<typeof createTurns>, started: string[]) {
  const ends: (() => void)[] = [];
  const start = (company: string) =>
    turns.run(company, () => {
      started.push(company);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const endNext = async () => {
    ends.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { start, endNext };
}

test('one company has at most two fifths of the connections, however much it asks for', async () => {
  const started: string[] = [];
  const { start, endNext } = workOf(createTurns(10, isIdle), started);
  for (let n = 0; n < 40; n++) void start('a');
  await vi.advanceTimersByTimeAsync(0);
  expect(started).toEqual(['a', 'a', 'a', 'a']);
  void start('b');
  expect(started).toEqual(['a', 'a', 'a', 'a', 'b']);
  await endNext();
  expect(started).toEqual(['a', 'a', 'a', 'a', 'b', 'a']);
});

test('companies that wait take turns, and one connection is left to the platform', async () => {
  const started: string[] = [];
  const { start, endNext } = workOf(createTurns(4, isIdle), started);
  for (const company of ['a', 'b', 'c']) void start(company);
  for (const company of ['d', 'd', 'd', 'e', 'f']) void start(company);
  await vi.advanceTimersByTimeAsync(0);
  expect(started).toEqual(['a', 'b', 'c']);
  for (let n = 0; n < 3; n++) await endNext();
  expect(started.slice(3)).toEqual(['d', 'e', 'f']);
  for (let n = 0; n < 2; n++) await endNext();
  expect(started.slice(6)).toEqual(['d']);
});

test('work that gets no turn in time is refused, and the line goes on without it', async () => {
  const started: string[] = [];
  const { start, endNext } = workOf(createTurns(2, isIdle), started);
  void start('a');
  const late = start('a').catch((error: { type: string; details: object }) => error);
  await vi.advanceTimersByTimeAsync(patienceMs);
  expect(await late).toMatchObject({ type: 'UNAVAILABLE', details: { retryAfter: 5 } });
  void start('a');
  await endNext();
  expect(started).toEqual(['a', 'a']);
});

test('failing work gives its turn back', async () => {
  const turns = createTurns(2, isIdle);
  await expect(turns.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.run('a', () => Promise.resolve(1))).toBe(1);
});

test('while the process is busy, a company has one turn and rests, unless it is alone', async () => {
  const started: string[] = [];
  let isBusy = true;
  const { start, endNext } = workOf(
    createTurns(10, () => isBusy),
    started,
  );
  for (let n = 0; n < 6; n++) void start('a');
  await vi.advanceTimersByTimeAsync(10);
  expect(started).toEqual(['a', 'a', 'a', 'a']);
  void start('b');
  // Another company is active: the next of A begins when all of A are done and have rested.
  for (let n = 0; n < 4; n++) await endNext();
  expect(started.slice(4)).toEqual(['b']);
  void start('b');
  await vi.advanceTimersByTimeAsync(25);
  expect(started.slice(5)).toEqual(['a']);
  isBusy = false;
  await endNext();
  expect(started.slice(6).toSorted()).toEqual(['a', 'b']);
});
