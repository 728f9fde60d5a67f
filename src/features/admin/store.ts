import { addHours } from '#domain/base/time.ts';
import type { ReadCtx } from '#server/context.ts';

/** Company counts across all tenants: all, active, and created in the last 30 days. */
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

/** Counts users with a login across all tenants by type, without the platform's administrators. */
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
