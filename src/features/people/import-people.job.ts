import { job } from '#server/jobs.ts';
import { processBatch } from './imports/process-batch.ts';

/**
 * Works off an import a batch at a time, each in a transaction of its own: whoever takes over after a kill goes on with the
 * rows that have no result yet.
 */
export const importPeopleJob = job<{ import_id: string }>(
  'people/import',
  async (ctx, { import_id }) => {
    while (!(await ctx.tx((w) => processBatch(w, import_id))));
  },
  { retryLimit: 20, retryDelay: 2, expireInSeconds: 600 },
);
