import { sql } from 'kysely';
import type { OccurrenceData } from '#domain/automations/decision-types.ts';
import type { Instant } from '#domain/base/time.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertMine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';

/** Why a job does not run that a user canceled. */
export const canceledByUser = 'canceled_by_user';

/** A job as it is planned. */
export interface PlannedJob {
  appointment_id: string;
  action_id: string | null;
  slot: string | null;
  source_id: string | null;
  event_type: number;
  occurrence_id: string;
  occurred_at: Instant;
  event_data: OccurrenceData;
  dedupe_key: string;
  run_at: Instant;
  status: 'pending' | 'skipped' | 'canceled';
  reason: string | null;
}

/**
 * Plans jobs. What was planned for a start or end follows the appointment until it has run; an action that runs once per
 * appointment gets its next occasion if it did not run at this one. What has run, failed or was canceled by a user stays.
 */
export async function saveJobs(ctx: WriteCtx, jobs: readonly PlannedJob[]): Promise<void> {
  if (jobs.length === 0) return;
  const rows = jobs.map((job) => ({
    ...job,
    id: newId(),
    event_data: JSON.stringify(job.event_data),
    created_at: ctx.now,
    updated_at: ctx.now,
  }));
  await insertMine(ctx, 'automation_jobs', rows)
    .onConflict((oc) =>
      oc
        .columns(['subscriber_id', 'dedupe_key'])
        .doUpdateSet((eb) => ({
          event_type: eb.ref('excluded.event_type'),
          occurrence_id: eb.ref('excluded.occurrence_id'),
          occurred_at: eb.ref('excluded.occurred_at'),
          event_data: eb.ref('excluded.event_data'),
          run_at: eb.ref('excluded.run_at'),
          status: eb.ref('excluded.status'),
          reason: eb.ref('excluded.reason'),
          ...{ outcome: null, retry_at: null, attempts: 0 },
          updated_at: eb.ref('excluded.updated_at'),
        }))
        .where(isReplaced),
    )
    .execute();
}

/** A time that has not changed leaves a job that is due this moment, and the reason of one that was skipped. */
const isReplaced = sql<boolean>`
  automation_jobs.reason is distinct from ${canceledByUser} and case
    when automation_jobs.occurrence_id in ('start', 'end') then
      automation_jobs.status in ('pending', 'skipped', 'canceled')
      and (automation_jobs.event_type, automation_jobs.run_at, automation_jobs.status, automation_jobs.reason)
        is distinct from (excluded.event_type, excluded.run_at, excluded.status, excluded.reason)
      and not (automation_jobs.status in ('pending', 'skipped') and automation_jobs.run_at = excluded.run_at
        and excluded.status = 'skipped')
    else
      automation_jobs.status in ('skipped', 'canceled')
      and automation_jobs.occurrence_id <> excluded.occurrence_id
  end`;

/** Cancels what an appointment's other actions have planned, but for the message about its cancellation. */
export async function cancelWithAppointment(ctx: WriteCtx, appointmentId: string): Promise<void> {
  await updateMine(ctx, 'automation_jobs')
    .set({ status: 'canceled', reason: 'canceled', updated_at: ctx.now })
    .where('appointment_id', '=', appointmentId)
    .where('status', '=', 'pending')
    .where('event_type', 'not in', [14, 18, 19])
    .execute();
}

/** Plans again what was canceled with the appointment and is not due yet. */
export async function restoreWithAppointment(ctx: WriteCtx, appointmentId: string): Promise<void> {
  await updateMine(ctx, 'automation_jobs')
    .set({ status: 'pending', reason: null, updated_at: ctx.now })
    .where('appointment_id', '=', appointmentId)
    .where('status', '=', 'canceled')
    .where('reason', '=', 'canceled')
    .where('run_at', '>', ctx.now)
    .where('event_type', 'not in', [14, 18, 19])
    .execute();
}

/** Plans again what was canceled when an action was deleted and is not due yet. */
export async function restoreJobsOf(ctx: WriteCtx, actionId: string): Promise<void> {
  await updateMine(ctx, 'automation_jobs')
    .set({ status: 'pending', reason: null, updated_at: ctx.now })
    .where('action_id', '=', actionId)
    .where('status', '=', 'canceled')
    .where('reason', '=', 'deleted')
    .where('run_at', '>', ctx.now)
    .execute();
}

/** Cancels what these actions have planned. */
export async function cancelJobsOf(
  ctx: WriteCtx,
  actionIds: readonly string[],
  reason: 'deleted' | 'event_changed' = 'deleted',
): Promise<void> {
  if (actionIds.length === 0) return;
  await updateMine(ctx, 'automation_jobs')
    .set({ status: 'canceled', reason, retry_at: null, updated_at: ctx.now })
    .where('action_id', 'in', actionIds)
    .where('status', '=', 'pending')
    .execute();
}
