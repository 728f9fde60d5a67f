import { setTimeout as sleep } from 'node:timers/promises';
import { createFairTurns } from '#server/documents/fair-turns.ts';
import { job } from '#server/jobs.ts';
import { processBatch } from './imports/process-batch.ts';

/**
 * Processes an import in batches, each in its own transaction: after a crash the next worker continues with the rows
 * that have no result yet.
 */
export const importPeopleJob = job<{ import_id: string }>(
  'people/import',
  async (ctx, { import_id }) => {
    const batch = () => ctx.tx((w) => processBatch(w, import_id));
    while (!(await turns.run(ctx.subscriberId, () => thenRest(batch))));
  },
  // A worker mostly waits for its turn: with more of them a short import does not wait for the end of two long ones.
  { retryLimit: 20, retryDelay: 2, expireInSeconds: 600, concurrency: 4 },
);

/** Imports process one batch at a time, companies in turn, and leave the database half of the time to others. */
const turns = createFairTurns(10);
const longestRestMs = 500;

async function thenRest<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const done = await work();
  await sleep(Math.min(performance.now() - began, longestRestMs));
  return done;
}
