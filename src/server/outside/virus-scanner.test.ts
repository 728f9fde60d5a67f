import { afterAll, afterEach, expect, test } from 'vitest';
import { eicar, startClamdSimulator } from '#simulators/clamd/clamd-simulator.ts';
import { clamdScanner } from './virus-scanner.ts';

const clamd = await startClamdSimulator({ largestStream: 1_000_000 });
const scanner = clamdScanner({ address: clamd.address, idleMs: 300, longestMs: 1_500 });
afterAll(() => clamd.stop());
afterEach(() => {
  clamd.fault = null;
  clamd.delayMs = 0;
});

const text =
  (...parts: string[]) =>
  () =>
    parts.map((part) => Buffer.from(part));

test('finds a virus, also where it spans two pieces, and nothing in a clean or empty file', async () => {
  expect(await scanner.scan(text('hello ', 'world'))).toEqual({ is: 'clean' });
  expect(await scanner.scan(() => [])).toEqual({ is: 'clean' });
  expect(await scanner.scan(text('x', eicar.slice(0, 20), eicar.slice(20)))).toEqual({
    is: 'infected',
    virus: 'Eicar-Test-Signature',
  });
  expect(clamd.scanned.slice(-3)).toEqual([11, 0, 69]);
});

test('reports a file larger than the scanner takes, and reads no more of it', async () => {
  let read = 0;
  async function* endless() {
    for (; read < 1_000; read += 1) yield Buffer.alloc(256 * 1024);
  }
  expect(await scanner.scan(endless)).toEqual({ is: 'too_large' });
  expect(read).toBeLessThan(60);
});

test.each([
  ['ends the connection in the middle', 'closes', /closed|ECONNRESET|EPIPE/],
  ['never answers', 'silent', /no progress for 300 ms/],
  ['answers with an error', 'busy', /ERROR/],
] as const)('is unavailable if the scanner %s', async (_, fault, why) => {
  clamd.fault = fault;
  const started = performance.now();
  const verdict = await scanner.scan(text('a'.repeat(100_000), 'b'.repeat(100_000)));
  expect(verdict).toEqual({ is: 'unavailable', why: expect.stringMatching(why) });
  expect(performance.now() - started).toBeLessThan(3_000);
});

test('waits for a slow scanner, and no longer than the time limit', async () => {
  clamd.delayMs = 150;
  expect(await scanner.scan(text('slow'))).toEqual({ is: 'clean' });
  async function* trickle() {
    for (;;) {
      await new Promise((wake) => setTimeout(wake, 100));
      yield Buffer.from('.');
    }
  }
  expect(await scanner.scan(trickle)).toEqual({ is: 'unavailable', why: 'not done after 1500 ms' });
});

test('is unavailable while no scanner listens, and passes on what reading the file throws', async () => {
  const gone = await startClamdSimulator();
  await gone.stop();
  expect(await clamdScanner({ address: gone.address }).scan(text('a'))).toMatchObject({ is: 'unavailable' });
  async function* broken(): AsyncIterable<Uint8Array> {
    yield Buffer.from('a');
    throw new Error('a part is missing');
  }
  await expect(scanner.scan(broken)).rejects.toThrow('a part is missing');
});

test('reads a large file no faster than the scanner takes it', async () => {
  clamd.fault = 'stuck';
  let read = 0;
  async function* film() {
    for (; read < 200; read += 1) yield Buffer.alloc(1024 * 1024);
  }
  expect((await scanner.scan(film)).is).toBe('unavailable');
  expect(read).toBeLessThan(20);
});
