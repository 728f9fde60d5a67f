import { decide } from '#domain/automations/decide.ts';
import { isBefore } from '#domain/base/time.ts';
import type { WriteCtx } from '#server/context.ts';
import { actionById } from '../planning/actions-store.ts';
import { knownIds } from '../planning/known-ids.ts';
import { loadFacts } from '../planning/load-facts.ts';
import type { PlanningAction } from '../planning/planning-action.ts';
import { reminderActions } from '../planning/reminder-actions.ts';
import { act } from './act.ts';
import { type DueJob, finishJob, postponeJob } from './run-store.ts';

/**
 * Runs a claimed job: reads the appointment again, decides, acts and marks the job, all in the caller's transaction. So its
 * messages exist if and only if the job is done, whenever the process dies. Outside its hours as they are now it moves on.
 */
export async function runJob(ctx: WriteCtx, job: DueJob): Promise<void> {
  const planned = await actionOf(ctx, job);
  const facts = await loadFacts(ctx, job.appointment_id);
  if (!planned || !facts) return skip(ctx, job, 'deleted');
  const { action } = planned;
  const known = { ...facts, known_ids: await knownIds(ctx, [action]) };
  const { runAt, wouldRun, reason, rules, missing } = decide(action, known, job.occurrence, ctx.now);
  if (runAt !== null && isBefore(ctx.now, runAt)) return postponeJob(ctx, job, runAt);
  const about = { rules, missing };
  if (!wouldRun) {
    const outcome = { ...about, reached: [], unreachable: [] };
    return finishJob(ctx, job.id, { status: 'skipped', reason, outcome, action });
  }
  const { refused, ...reached } = await act(ctx, job, action, facts);
  const status = refused === null ? 'done' : 'failed';
  await finishJob(ctx, job.id, { status, reason: refused, outcome: { ...about, ...reached }, action });
}

async function actionOf(ctx: WriteCtx, job: DueJob): Promise<PlanningAction | null> {
  if (job.action_id !== null) return actionById(ctx, job.action_id);
  const reminders = await reminderActions(ctx, job.appointment_id);
  return reminders.find((one) => one.slot === job.slot) ?? null;
}

function skip(ctx: WriteCtx, { id }: DueJob, reason: string): Promise<void> {
  const outcome = { rules: [], missing: [], reached: [], unreachable: [] };
  return finishJob(ctx, id, { status: 'skipped', reason, outcome, action: null });
}
