import type { ActionCtx } from '#server/context.ts';
import { job } from '#server/jobs.ts';
import { runJob } from './run-job.ts';
import { claimDueJob, countWaiting, type DueJob, hasDueJobs, recordFailedRun } from './run-store.ts';

/** How many jobs of a company run before it is another company's turn. */
const perTurn = 25;
/** With this much of its output waiting, a company's jobs wait as well, so that what others send stays close to the front. */
const mostWaiting = 50;

/**
 * Runs the due jobs of a company, each in its own transaction. Takes turns with other companies: what is left is run by the
 * next job of this kind, which queues behind theirs. Jobs that wait for messages or webhooks are started again by the sweep.
 */
export const runDueJobs = job<object>('automations/run-due', run, {
  retryLimit: 3,
  retryDelay: 2,
  concurrency: 4,
});

/** Limits each company to one waiting job. */
export const runDueKey = 'run-due';

async function run(ctx: ActionCtx): Promise<void> {
  for (let i = 0; i < perTurn; i += 5) {
    const waiting = await ctx.read((r) => countWaiting(r, mostWaiting));
    if (waiting >= mostWaiting) return;
    for (let k = 0; k < 5; k++) if (!(await runNext(ctx))) return;
  }
  await ctx.tx(async (w) => {
    if (await hasDueJobs(w)) await w.enqueue(runDueJobs, {}, { key: runDueKey });
  });
}

/** Returns false if no job is due. */
async function runNext(ctx: ActionCtx): Promise<boolean> {
  let claimed: DueJob | null = null;
  try {
    await ctx.tx(async (w) => {
      claimed = await claimDueJob(w);
      if (claimed) await runJob(w, claimed);
    });
  } catch (error) {
    const failed = claimed as DueJob | null;
    if (!failed) throw error;
    ctx.log.warn({ err: error, automation_job: failed.id }, 'an automation failed');
    await ctx.tx((w) => recordFailedRun(w, failed));
  }
  return claimed !== null;
}
