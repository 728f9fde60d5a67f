import { addHours } from '#domain/base/time.ts';
import type { ReadCtx } from '#server/context.ts';

/** Companies of all tenants: all, active ones, those that came in the last 30 days. */
export async function anyTenantCompanyCounts(ctx: ReadCtx) {
  const since = addHours(ctx.now, -30 * 24);
  return ctx.db
    .selectFrom('companies')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('status', '=', 1).as('active'),
      fn.countAll<number>().filterWhere('created_at', '>=', since).as('joined_last_30_days'),
    ])
    .executeTakeFirstOrThrow();
}

/** People of all tenants who can sign in, by type; the platform's own administrators are not counted. */
export async function anyTenantUserCounts(ctx: ReadCtx) {
  return ctx.db
    .selectFrom('users')
    .where('deleted_at', 'is', null)
    .where('user_type', '<>', 5)
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('user_type', '=', 1).as('owners'),
      fn.countAll<number>().filterWhere('user_type', '=', 2).as('technicians'),
      fn.countAll<number>().filterWhere('user_type', '=', 3).as('staffs'),
    ])
    .executeTakeFirstOrThrow();
}
