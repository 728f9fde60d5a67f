import type { Instant } from '#domain/base/time.ts';
import type { PlanUse } from '#domain/company/plan-limit.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

/** A company's plan as stored. */
export interface Subscription {
  status: string;
  period_start: string;
  period_end: string;
  past_due_since: string | null;
  max_appointments: number | null;
}

/** The company's plan. */
export function subscription(ctx: ReadCtx | WriteCtx) {
  return mine(ctx, 'subscriptions').select([
    'status',
    'period_start',
    'period_end',
    'past_due_since',
    'max_appointments',
  ]);
}

/** Counts the appointments since the start of the period, without those canceled or deleted before they were confirmed. */
export async function countSince(ctx: ReadCtx | WriteCtx, start: Instant): Promise<PlanUse> {
  const row = await mine(ctx, 'appointments')
    .where('created_at', '>=', start)
    .where((eb) =>
      eb.or([
        eb('confirm_inspection', '=', true),
        eb.and([eb('status', '<>', 'canceled'), eb('deleted_at', 'is', null)]),
      ]),
    )
    .select((eb) => [
      eb.fn.countAll<string>().as('created'),
      eb.fn.countAll<string>().filterWhere('confirm_inspection', '=', true).as('confirmed'),
    ])
    .executeTakeFirstOrThrow();
  return { created: Number(row.created), confirmed: Number(row.confirmed) };
}
