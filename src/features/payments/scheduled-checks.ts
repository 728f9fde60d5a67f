import type { Instant } from '#domain/base/time.ts';
import type { WriteCtx } from '#server/context.ts';
import { jobType } from '#server/job-type.ts';

/** Checks an open payment attempt at its gateway; `attempts/follow-attempt.job.ts` handles it. */
export const attemptCheck = jobType<{ attempt_id: string; checks: number }>('payments/follow-attempt');
/** Checks an open refund at its gateway; `refunds/follow-refund.job.ts` handles it. */
export const refundCheck = jobType<{ refund_id: string; checks: number }>('payments/follow-refund');
/** Checks an undecided merchant application; `merchant/follow-application.job.ts` handles it. */
export const applicationCheck = jobType<{ id: string; checks: number }>(
  'payments/follow-merchant-application',
);

/** Schedules the next check of an attempt, in place of the one it waits for. `checks` counts those before it. */
export function scheduleAttemptCheck(ctx: WriteCtx, id: string, runAt: Instant, checks = 0): Promise<void> {
  return ctx.enqueue(attemptCheck, { attempt_id: id, checks }, { key: `attempt:${id}`, runAt });
}

/** Schedules the next check of a refund, in place of the one it waits for. `checks` counts those before it. */
export function scheduleRefundCheck(ctx: WriteCtx, id: string, runAt: Instant, checks = 0): Promise<void> {
  return ctx.enqueue(refundCheck, { refund_id: id, checks }, { key: `refund:${id}`, runAt });
}

/**
 * Schedules the next check of a merchant application, in place of the one it waits for. `checks` counts those before
 * it.
 */
export function scheduleApplicationCheck(
  ctx: WriteCtx,
  id: string,
  runAt: Instant,
  checks = 0,
): Promise<void> {
  return ctx.enqueue(applicationCheck, { id, checks }, { key: `merchant-application:${id}`, runAt });
}
