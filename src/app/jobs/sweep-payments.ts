import { sql } from 'kysely';
import { addHours, type Instant } from '#domain/base/time.ts';
import { reviewAfterHours } from '#domain/connections/lost-answers.ts';
import { openStates } from '#domain/payments/payment-attempts.ts';
import { followAttempt } from '#features/payments/attempts/follow-attempt.job.ts';
import { followApplication, maxPollingDays } from '#features/payments/merchant/follow-application.job.ts';
import { followRefund } from '#features/payments/refunds/follow-refund.job.ts';
import { asPlatform } from '#server/db/connect.ts';
import type { Runtime } from '#server/runtime.ts';

/** Open items are checked hourly, later daily, and each check updates the row. An older row is no longer checked. */
const maxHoursWhenHourly = 3;
const maxHoursWhenDaily = 26;
/** The rest waits for the next sweep. */
const maxPerSweep = 500;

/**
 * Resumes checking payment attempts, refunds and merchant applications that are open and overdue for a check, and
 * returns how many. Each check schedules the next one, so a job that failed permanently would leave them open forever.
 */
export async function sweepPayments(runtime: Runtime): Promise<number> {
  const now = runtime.clock.now();
  return asPlatform(runtime.db, async (trx) => {
    const attempts = await trx
      .selectFrom('payment_attempts')
      .where('state', 'in', openStates)
      .where(isOverdue(now))
      .orderBy('updated_at')
      .limit(maxPerSweep)
      .select(['subscriber_id', 'id', 'checks'])
      .execute();
    for (const { subscriber_id, id, checks } of attempts) {
      const data = { attempt_id: id, checks };
      await runtime.queue.enqueue(trx, subscriber_id, followAttempt, data, { key: `attempt:${id}` });
    }
    const refunds = await trx
      .selectFrom('payment_refunds')
      .where('state', 'in', ['asking', 'pending', 'unknown'])
      .where(isOverdue(now))
      .orderBy('updated_at')
      .limit(maxPerSweep)
      .select(['subscriber_id', 'id', 'checks'])
      .execute();
    for (const { subscriber_id, id, checks } of refunds) {
      const data = { refund_id: id, checks };
      await runtime.queue.enqueue(trx, subscriber_id, followRefund, data, { key: `refund:${id}` });
    }
    const applications = await trx
      .selectFrom('merchant_applications')
      .where('state', 'in', ['submitting', 'unknown', 'submitted'])
      .where(isOverdue(now))
      .where('updated_at', '>', addHours(now, -24 * maxPollingDays))
      .orderBy('updated_at')
      .limit(maxPerSweep)
      .select(['subscriber_id', 'id'])
      .execute();
    for (const { subscriber_id, id } of applications) {
      const key = `merchant-application:${id}`;
      await runtime.queue.enqueue(trx, subscriber_id, followApplication, { id, checks: 0 }, { key });
    }
    return attempts.length + refunds.length + applications.length;
  });
}

function isOverdue(now: Instant) {
  const isYoung = sql`created_at > ${addHours(now, -reviewAfterHours)}`;
  const [daily, hourly] = [addHours(now, -maxHoursWhenDaily), addHours(now, -maxHoursWhenHourly)];
  return sql<boolean>`(updated_at < ${daily} or (${isYoung} and updated_at < ${hourly}))`;
}
