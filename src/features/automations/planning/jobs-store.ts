import { sql } from 'kysely';
import type { OccurrenceData } from '#domain/automations/decision-types.ts';
import type { Instant } from '#domain/base/time.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertMine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';

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
 * Plans jobs. One that exists already and has not run takes over the new time and state; one that has run, failed or was
 * started stays as it is, so a new plan never sends again.
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
          run_at: eb.ref('excluded.run_at'),
          status: eb.ref('excluded.status'),
          reason: eb.ref('excluded.reason'),
          updated_at: eb.ref('excluded.updated_at'),
        }))
        // A job of an event is planned once; only the plan of a start or end follows the appointment.
        .where('automation_jobs.occurrence_id', 'in', ['start', 'end'])
        .where('automation_jobs.status', 'in', ['pending', 'skipped', 'canceled'])
        .where(
          sql<boolean>`(automation_jobs.run_at, automation_jobs.status, automation_jobs.reason)
            is distinct from (excluded.run_at, excluded.status, excluded.reason)`,
        ),
    )
    .execute();
}

/** Cancels what these actions have planned. */
export async function cancelJobsOf(ctx: WriteCtx, actionIds: readonly string[]): Promise<void> {
  if (actionIds.length === 0) return;
  await updateMine(ctx, 'automation_jobs')
    .set({ status: 'canceled', reason: 'deleted', updated_at: ctx.now })
    .where('action_id', 'in', actionIds)
    .where('status', '=', 'pending')
    .execute();
}
