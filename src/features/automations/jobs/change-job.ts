import type { WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { AppError, notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { requireEdit } from '../groups/require-edit.ts';
import type * as contract from '../jobs-contract.ts';
import { canceledByUser } from '../planning/jobs-store.ts';
import { getAutomationJob } from './list-jobs.ts';

/** Cancels a planned job for good. Throws CONFLICT for one that ran, was skipped or failed. */
export async function cancelAutomationJob(
  ctx: WriteCtx,
  { id }: HandlerInput<typeof contract.cancelAutomationJob>,
): Promise<HandlerOutput<typeof contract.cancelAutomationJob>> {
  const status = await lockJob(ctx, id);
  if (status !== 'pending' && status !== 'canceled')
    throw new AppError('CONFLICT', 'This action is no longer planned', { status });
  await updateMine(ctx, 'automation_jobs')
    .set({ status: 'canceled', reason: canceledByUser, retry_at: null, updated_at: ctx.now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('status', '=', 'pending'), eb('reason', '<>', canceledByUser)]))
    .execute();
  return getAutomationJob(ctx, id);
}

/** Runs a skipped or failed job again, now. Throws CONFLICT for any other; one that waits already stays as it is. */
export async function retryAutomationJob(
  ctx: WriteCtx,
  { id }: HandlerInput<typeof contract.retryAutomationJob>,
): Promise<HandlerOutput<typeof contract.retryAutomationJob>> {
  const status = await lockJob(ctx, id);
  if (status !== 'pending' && status !== 'skipped' && status !== 'failed')
    throw new AppError('CONFLICT', 'Only what was skipped or failed can run again', { status });
  await updateMine(ctx, 'automation_jobs')
    .set({ status: 'pending', reason: null, attempts: 0, retry_at: ctx.now, updated_at: ctx.now })
    .where('id', '=', id)
    .where('status', '<>', 'pending')
    .execute();
  return getAutomationJob(ctx, id);
}

async function lockJob(ctx: WriteCtx, id: string): Promise<string> {
  const job = await mine(ctx, 'automation_jobs')
    .where('id', '=', id)
    .select(['appointment_id', 'status'])
    .forUpdate()
    .executeTakeFirst();
  if (!job) throw notFound();
  await requireEdit(ctx, job.appointment_id);
  return job.status;
}
