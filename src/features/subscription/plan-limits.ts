import { asInstant } from '#domain/base/time.ts';
import { type Plan, type PlanLimit, planLimit } from '#domain/company/plan-limit.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { lockKey } from '#server/db/key-locks.ts';
import { runPrepared } from '#server/db/prepared-statements.ts';
import { AppError } from '#wire/errors.ts';
import * as store from './store.ts';

/** Returns what the company's plan allows now. */
export async function getPlanLimit(ctx: ReadCtx | WriteCtx): Promise<PlanLimit> {
  const [row] = await runPrepared(ctx, store.subscription(ctx));
  return (await limitOf(ctx, row)).limit;
}

/** Returns what the company's plan allows now. Until the transaction ends, others who ask the same wait. */
export async function lockPlanLimit(ctx: WriteCtx): Promise<PlanLimit> {
  return (await lockedLimit(ctx)).limit;
}

/** Throws LIMIT_REACHED if the plan allows the office no further appointment. Of two at the same time one waits. */
export async function requireNewAppointment(ctx: WriteCtx): Promise<void> {
  const { limit, details } = await lockedLimit(ctx);
  if (limit.isReached)
    throw new AppError('LIMIT_REACHED', 'You have reached the limit of your plan', details);
}

/** Throws LIMIT_REACHED if the plan allows no further confirmed appointment. Of two at the same time one waits. */
export async function requireConfirmation(ctx: WriteCtx): Promise<void> {
  const { limit, details } = await lockedLimit(ctx);
  if (!limit.canConfirm)
    throw new AppError('LIMIT_REACHED', 'You have reached the limit of your plan', details);
}

interface KnownLimit {
  limit: PlanLimit;
  details: { limit: number | null; used: number };
}

async function lockedLimit(ctx: WriteCtx): Promise<KnownLimit> {
  const row = await store.subscription(ctx).executeTakeFirst();
  if (!row || row.max_appointments === null) return limitOf(ctx, row);
  await lockKey(ctx.db, ctx.subscriberId, 'plan limit');
  // Read again: who had the key may have changed the plan; a change of the plan itself waits for the row.
  return limitOf(ctx, await store.subscription(ctx).forUpdate().executeTakeFirst());
}

async function limitOf(ctx: ReadCtx | WriteCtx, row: store.Subscription | undefined): Promise<KnownLimit> {
  const plan: Plan | null = row
    ? {
        status: row.status as Plan['status'],
        periodStart: asInstant(row.period_start),
        periodEnd: asInstant(row.period_end),
        pastDueSince: row.past_due_since === null ? null : asInstant(row.past_due_since),
        maxAppointments: row.max_appointments,
      }
    : null;
  const isCounted = plan !== null && plan.maxAppointments !== null;
  const use = isCounted ? await store.countSince(ctx, plan.periodStart) : { created: 0, confirmed: 0 };
  const details = { limit: plan?.maxAppointments ?? null, used: use.created };
  return { limit: planLimit(plan, use, ctx.now), details };
}
