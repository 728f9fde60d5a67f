import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createResidentChild } from './resident-child.ts';

const folder = mkdtempSync(join(tmpdir(), 'gable-resident-'));
const program = join(folder, 'child.mjs');
writeFileSync(
  program,
  `process.on('message', (q) => {
     if (q === 'die') process.exit(3);
     if (q === 'hang') while (true) {}
     if (q === 'fail') return process.send({ problem: 'cannot be done' });
     process.send({ answer: { pid: process.pid, memory: q === 'grow' ? 1000 : 1 } });
   });`,
);

let starts = 0;
const one = createResidentChild({
  deadlineMs: 2_500,
  largestMemory: 500,
  mostWaiting: 3,
  start: async () => {
    starts += 1;
    const child = fork(program, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    return { process: child, errorOutput: () => '' };
  },
});
const ask = (question: string, company = 'a') => one.ask<{ pid: number; memory: number }>(company, question);
afterEach(() => one.close());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('one child stays alive and answers requests in order', async () => {
  const answers = await Promise.all([ask('a'), ask('b'), ask('c')]);
  expect(new Set(answers.map((answer) => answer.pid)).size).toBe(1);
  expect((await ask('d')).pid).toBe(answers[0]?.pid);
  await expect(ask('fail')).rejects.toThrow('cannot be done');
  expect((await ask('e')).pid).toBe(answers[0]?.pid);
});

test.each([
  ['dies', 'die', 'the child ended (3)'],
  ['hangs', 'hang', 'not done after 2500 ms'],
])('when it %s, only the current request fails', async (_what, question, message) => {
  const before = await ask('a');
  const [bad, good] = await Promise.allSettled([ask(question), ask('b')]);
  expect(bad).toMatchObject({ status: 'rejected', reason: { message } });
  expect(good).toMatchObject({ status: 'fulfilled' });
  expect((await ask('c')).pid).not.toBe(before.pid);
});

test('a child that uses too much memory is replaced after its response', async () => {
  const grown = await ask('grow');
  const startsBefore = starts;
  expect((await ask('a')).pid).not.toBe(grown.pid);
  expect(starts).toBe(startsBefore + 1);
});

test('requests are rejected immediately when too many of their company wait, and no others', async () => {
  const asked = Array.from({ length: 8 }, () => ask('a'));
  const other = ask('a', 'b');
  const results = await Promise.allSettled(asked);
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.map(({ reason }) => [reason.type, reason.details])).toEqual(
    [1, 2, 3, 4].map(() => ['RATE_LIMITED', { retryAfter: 10 }]),
  );
  expect(await other).toMatchObject({ memory: 1 });
});

test('one company’s request waits for at most one of another that has many, also when that one hangs', async () => {
  const order: string[] = [];
  const done = (name: string) => () => void order.push(name);
  await Promise.allSettled([
    ask('hang').catch(done('a1 late')),
    ask('a').then(done('a2')),
    ask('a').then(done('a3')),
    ask('a', 'b').then(done('b1')),
  ]);
  expect(order).toEqual(['a1 late', 'b1', 'a2', 'a3']);
});

test('a child that is killed is replaced, and those who wait get their answer', async () => {
  await ask('a');
  const before = one.pid();
  const killed = ask('hang');
  const waiting = [ask('a', 'b'), ask('a', 'c')];
  process.kill(Number(before), 'SIGKILL');
  await expect(killed).rejects.toThrow('the child ended');
  for (const { pid } of await Promise.all(waiting)) expect(pid).not.toBe(before);
});
