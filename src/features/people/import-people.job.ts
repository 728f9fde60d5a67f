import { job } from '#server/jobs.ts';
import { processBatch } from './imports/process-batch.ts';

/**
 * Processes an import in batches, each in its own transaction: after a crash the next worker continues with the rows
 * that have no result yet.
 */
export const importPeopleJob = job<{ import_id: string }>(
  'people/import',
  async (ctx, { import_id }) => {
    while (!(await ctx.tx((w) => processBatch(w, import_id))));
  },
  { retryLimit: 20, retryDelay: 2, expireInSeconds: 600 },
);
