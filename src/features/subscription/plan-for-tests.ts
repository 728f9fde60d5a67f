import type { Plan } from '#domain/company/plan-limit.ts';
import { insertMine } from '#server/db/scope.ts';
import type { TestApp } from '#testing/test-app.ts';

/** Gives a company a plan whose period started yesterday and ends in 30 days, by default unlimited. */
export async function setPlan(
  app: TestApp,
  subscriberId: string,
  { status = 'active', maxAppointments = null, pastDueSince = null, ...more }: Partial<Plan> = {},
): Promise<void> {
  const day = 86_400_000;
  const now = Date.parse(app.clock.now());
  const plan = {
    status,
    period_start: more.periodStart ?? new Date(now - day).toISOString(),
    period_end: more.periodEnd ?? new Date(now + 30 * day).toISOString(),
    past_due_since: pastDueSince,
    max_appointments: maxAppointments,
  };
  await app.writeAs(subscriberId, async (ctx) => {
    await insertMine(ctx, 'subscriptions', { ...plan, created_at: ctx.now, updated_at: ctx.now })
      .onConflict((oc) => oc.column('subscriber_id').doUpdateSet({ ...plan, updated_at: ctx.now }))
      .execute();
  });
}
