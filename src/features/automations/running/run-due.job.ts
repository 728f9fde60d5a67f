import type { ActionCtx } from '#server/context.ts';
import { job } from '#server/jobs.ts';
import { runJob } from './run-job.ts';
import { claimDueJob, countWaiting, type DueJob, hasDueJobs, recordFailedRun } from './run-store.ts';

/** How many jobs of a company run before it is another company's turn. */
const perTurn = 5;
/** With this much of its output waiting, a company's jobs wait as well. */
const mostWaiting = 50;
/** What is left of a turn runs after companies that start. */
const restOfTurn = -1;

/**
 * Runs the due jobs of a company, each in its own transaction. Takes turns with other companies: what is left is run by the
 * next job of this kind, after theirs. The more of the company's messages wait, the later its next ones are sent, so that a
 * burst delays no one else. Jobs that wait for messages or webhooks are started again by the sweep.
 */
export const runDueJobs = job<object>('automations/run-due', run, {
  retryLimit: 3,
  retryDelay: 2,
  // Few at once: the database also answers requests.
  concurrency: 2,
});

/** Limits each company to one waiting job. */
export const runDueKey = 'run-due';

async function run(ctx: ActionCtx): Promise<void> {
  const waiting = await ctx.read((r) => countWaiting(r, mostWaiting));
  if (waiting >= mostWaiting) return;
  for (let k = 0; k < perTurn; k++) if (!(await runNext(ctx, waiting + k))) return;
  await ctx.tx(async (w) => {
    if (await hasDueJobs(w)) await w.enqueue(runDueJobs, {}, { key: runDueKey, priority: restOfTurn });
  });
}

/** Returns false if no job is due. */
async function runNext(ctx: ActionCtx, waiting: number): Promise<boolean> {
  let claimed: DueJob | null = null;
  try {
    await ctx.tx(async (w) => {
      claimed = await claimDueJob(w, waiting);
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
