import { sql } from 'kysely';
import { addHours, type Instant } from '#domain/base/time.ts';
import { manualCloseAfterHours, openStates } from '#domain/payments/payment-attempts.ts';
import { followAttempt } from '#features/payments/attempts/follow-attempt.job.ts';
import { followApplication, maxPollingDays } from '#features/payments/merchant/follow-application.job.ts';
import { followRefund } from '#features/payments/refunds/follow-refund.job.ts';
import { asPlatform } from '#server/db/connect.ts';
import type { Runtime } from '#server/runtime.ts';

/** An open one is looked at hourly, later daily, and each look touches its row: after that and a little its chain is broken. */
const hoursOfHourlyLooks = 3;
const hoursOfDailyLooks = 26;
/** The rest waits for the next sweep. */
const mostAtOnce = 500;

/**
 * Takes up again the tries to pay, refunds and merchant applications whose end is not known and that nobody looked at for longer than they should
 * have been: each look schedules the next, so a job that failed for good would leave them open for ever. Gives how many.
 */
export async function sweepPayments(house: Runtime): Promise<number> {
  const now = house.clock.now();
  return asPlatform(house.db, async (trx) => {
    const attempts = await trx
      .selectFrom('payment_attempts')
      .where('state', 'in', openStates)
      .where(isForgotten(now))
      .orderBy('updated_at')
      .limit(mostAtOnce)
      .select(['subscriber_id', 'id', 'checks'])
      .execute();
    for (const { subscriber_id, id, checks } of attempts) {
      const data = { attempt_id: id, checks };
      await house.queue.enqueue(trx, subscriber_id, followAttempt, data, { key: `attempt:${id}` });
    }
    const refunds = await trx
      .selectFrom('payment_refunds')
      .where('state', 'in', ['asking', 'pending', 'unknown'])
      .where(isForgotten(now))
      .orderBy('updated_at')
      .limit(mostAtOnce)
      .select(['subscriber_id', 'id', 'checks'])
      .execute();
    for (const { subscriber_id, id, checks } of refunds) {
      const data = { refund_id: id, checks };
      await house.queue.enqueue(trx, subscriber_id, followRefund, data, { key: `refund:${id}` });
    }
    const applications = await trx
      .selectFrom('merchant_applications')
      .where('state', 'in', ['submitting', 'unknown', 'submitted'])
      .where(isForgotten(now))
      .where('updated_at', '>', addHours(now, -24 * maxPollingDays))
      .orderBy('updated_at')
      .limit(mostAtOnce)
      .select(['subscriber_id', 'id'])
      .execute();
    for (const { subscriber_id, id } of applications) {
      const key = `merchant-application:${id}`;
      await house.queue.enqueue(trx, subscriber_id, followApplication, { id, checks: 0 }, { key });
    }
    return attempts.length + refunds.length + applications.length;
  });
}

function isForgotten(now: Instant) {
  const isYoung = sql`created_at > ${addHours(now, -manualCloseAfterHours)}`;
  const [daily, hourly] = [addHours(now, -hoursOfDailyLooks), addHours(now, -hoursOfHourlyLooks)];
  return sql<boolean>`(updated_at < ${daily} or (${isYoung} and updated_at < ${hourly}))`;
}
