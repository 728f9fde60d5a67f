import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ActionCtx } from '#server/context.ts';
import { importPeopleJob } from '../import-people.job.ts';

const batchMs = 20;

/** Runs an import of so many batches that each take `batchMs`, and calls `enter` at the begin and `leave` at the end of each. */
function runImport(subscriberId: string, batches: number, enter: () => void, leave: () => void) {
  let done = 0;
  const tx = async () => {
    enter();
    await sleep(batchMs);
    leave();
    done += 1;
    return done === batches;
  };
  return importPeopleJob.run({ subscriberId, tx } as unknown as ActionCtx, { import_id: 'x' });
}

test('imports process one batch at a time, companies in turn, and leave half of the time to others', async () => {
  let running = 0;
  let most = 0;
  const order: string[] = [];
  const run = (company: string, batches: number) => {
    const enter = () => {
      most = Math.max(most, ++running);
      order.push(company);
    };
    return runImport(company, batches, enter, () => running--);
  };
  const began = performance.now();
  await Promise.all([run('a', 4), run('a', 4), run('b', 2)]);
  expect(most).toBe(1);
  // The last batch of all is not waited for twice, and timers may be a millisecond early.
  expect(performance.now() - began).toBeGreaterThan(9 * batchMs * 1.9);
  expect(order.slice(0, 4).sort()).toEqual(['a', 'a', 'b', 'b']);
});

test('a short import does not wait for the end of two long ones of other companies', async () => {
  const queue = [
    { company: 'c', batches: 20 },
    { company: 'd', batches: 20 },
    { company: 'e', batches: 2 },
  ];
  const ended: string[] = [];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await runImport(
        next.company,
        next.batches,
        () => {},
        () => {},
      );
      ended.push(next.company);
    }
  };
  // As many workers as a process has for this job; two if it names no number.
  await Promise.all(Array.from({ length: importPeopleJob.options.concurrency ?? 2 }, work));
  expect(ended[0]).toBe('e');
});
