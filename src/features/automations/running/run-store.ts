import { sql } from 'kysely';
import type { ActionEvent } from '#domain/automations/action-types.ts';
import type { GroupedAction, Occurrence, OccurrenceData } from '#domain/automations/decision-types.ts';
import { addMinutes, asInstant, type Instant } from '#domain/base/time.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import type { JobOutcome } from './job-outcome.ts';

/** A due job, locked until the transaction ends. */
export interface DueJob {
  id: string;
  appointment_id: string;
  action_id: string | null;
  slot: string | null;
  occurrence: Occurrence;
  attempts: number;
  /** How much of the company's output waits to be sent: what it adds comes after that of others. */
  waiting: number;
}

const dueAt = sql<Instant>`coalesce(retry_at, run_at)`;

/** Claims the job that has been due for longest and that no other worker holds. */
export async function claimDueJob(ctx: WriteCtx, waiting: number): Promise<DueJob | null> {
  const row = await mine(ctx, 'automation_jobs')
    .where('status', '=', 'pending')
    .where(dueAt, '<=', ctx.now)
    .orderBy(dueAt)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .select(['id', 'appointment_id', 'action_id', 'slot', 'event_type', 'occurrence_id', 'occurred_at'])
    .select(['event_data', 'attempts', 'retry_at', dueAt.as('due_at')])
    .executeTakeFirst();
  if (!row) return null;
  const { id, appointment_id, action_id, slot, attempts } = row;
  const occurrence: Occurrence = {
    event_type: row.event_type as ActionEvent,
    id: row.occurrence_id,
    at: asInstant(row.occurred_at),
    data: row.event_data as unknown as OccurrenceData,
    planned_for: asInstant(row.due_at),
    // A failed attempt counts; a user's request starts without one.
    is_requested: row.retry_at !== null && attempts === 0,
  };
  return { id, appointment_id, action_id, slot, occurrence, attempts, waiting };
}

/** Returns whether more jobs are due. */
export async function hasDueJobs(ctx: ReadCtx | WriteCtx): Promise<boolean> {
  const row = await mine(ctx, 'automation_jobs')
    .where('status', '=', 'pending')
    .where(dueAt, '<=', ctx.now)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Moves a job that is due outside its hours on: the next attempt, if one failed before. */
export async function postponeJob(
  ctx: WriteCtx,
  { id, attempts }: Pick<DueJob, 'id' | 'attempts'>,
  until: Instant,
): Promise<void> {
  await updateMine(ctx, 'automation_jobs')
    .set({ ...(attempts === 0 ? { run_at: until } : { retry_at: until }), updated_at: ctx.now })
    .where('id', '=', id)
    .execute();
}

/** Ends a job that ran, will not run or whose webhook was refused, with what decided. */
export async function finishJob(
  ctx: WriteCtx,
  id: string,
  end: {
    status: 'done' | 'skipped' | 'failed';
    reason: string | null;
    outcome: JobOutcome;
    action: GroupedAction | null;
  },
): Promise<void> {
  await updateMine(ctx, 'automation_jobs')
    .set({
      status: end.status,
      reason: end.reason,
      outcome: JSON.stringify(end.outcome),
      // Headers may hold tokens, which belong in no log.
      action_snapshot: end.action && JSON.stringify({ ...end.action, webhook_headers: [] }),
      retry_at: null,
      updated_at: ctx.now,
    })
    .where('id', '=', id)
    .execute();
}

/** Minutes after which a job runs again whose attempts failed (decisions G-AUT-3). */
const retryMinutes = [1, 5, 30, 120, 720];

/** Records that an attempt failed; the last one ends the job. Does nothing if another worker has ended it since. */
export async function recordFailedRun(
  ctx: WriteCtx,
  { id, attempts }: Pick<DueJob, 'id' | 'attempts'>,
): Promise<void> {
  const minutes = retryMinutes[attempts];
  await updateMine(ctx, 'automation_jobs')
    .set({
      attempts: attempts + 1,
      ...(minutes === undefined
        ? { status: 'failed', reason: 'error', retry_at: null }
        : { retry_at: addMinutes(ctx.now, minutes) }),
      updated_at: ctx.now,
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('attempts', '=', attempts)
    .execute();
}

/**
 * Returns how many new messages and webhooks of the company wait for their first attempt, at most `limit`. Older ones do
 * not count, nor texts that wait for the morning and webhooks to a URL that is off: what cannot be delivered now delays
 * itself, not the jobs behind it.
 */
export async function countWaiting(ctx: ReadCtx, limit: number): Promise<number> {
  const since = addMinutes(ctx.now, -2);
  const messages = await mine(ctx, 'outbound_messages')
    .where('status', '=', 'queued')
    .where('attempts', '=', 0)
    .where('error', 'is', null)
    .where('created_at', '>', since)
    .limit(limit)
    .select('id')
    .execute();
  if (messages.length >= limit) return messages.length;
  const webhooks = await mine(ctx, 'webhook_deliveries')
    .innerJoin('webhook_endpoints as e', (on) =>
      on
        .onRef('e.subscriber_id', '=', 'webhook_deliveries.subscriber_id')
        .onRef('e.id', '=', 'webhook_deliveries.endpoint_id'),
    )
    .where('webhook_deliveries.status', '=', 'queued')
    .where('webhook_deliveries.attempts', '=', 0)
    .where('webhook_deliveries.created_at', '>', since)
    .where('e.off_at', 'is', null)
    .where((eb) => eb.or([eb('e.paused_until', 'is', null), eb('e.paused_until', '<=', ctx.now)]))
    .limit(limit - messages.length)
    .select('webhook_deliveries.id')
    .execute();
  return messages.length + webhooks.length;
}
