import { type RawBuilder, sql } from 'kysely';
import type { SetupKey } from '#domain/company/setup-steps.ts';
import { defaultWeek } from '#domain/scheduling/availability.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

/**
 * Returns what the company has set up. A company starts with services, agreements, templates and a week: they count once
 * someone has added to them or changed them.
 */
export async function readSetup(ctx: ReadCtx): Promise<Record<SetupKey, boolean>> {
  const isNewer = sql<boolean>`updated_at > companies.created_at`;
  const changed = (table: 'services' | 'agreement_templates' | 'templates') =>
    exists(mine(ctx, table).where('deleted_at', 'is', null).where(isNewer));
  return mine(ctx, 'companies')
    .select([
      sql<boolean>`logo_file_id is not null and address <> ''`.as('profile'),
      changed('services').as('services'),
      sql<boolean>`${weekChanged(ctx)} or ${exists(mine(ctx, 'availability_overrides'))}`.as('availability'),
      changed('agreement_templates').as('agreement'),
      changed('templates').as('template'),
      exists(mine(ctx, 'gateway_connections').where('status', '=', 'ok')).as('payments'),
      exists(mine(ctx, 'users').where('deleted_at', 'is', null).where('user_type', 'in', [2, 3])).as('team'),
      exists(mine(ctx, 'appointments').where('deleted_at', 'is', null)).as('appointment'),
    ])
    .executeTakeFirstOrThrow();
}

/** Someone has added start times to a technician's first week, or removed some of the owner's. */
function weekChanged(ctx: ReadCtx): RawBuilder<boolean> {
  const added = mine(ctx, 'availability_slots').where(
    sql<boolean>`created_at > (select u.created_at from users u
      where u.subscriber_id = availability_slots.subscriber_id and u.id = availability_slots.team_id)`,
  );
  const first = mine(ctx, 'availability_slots').where(sql<boolean>`created_at = companies.created_at`);
  const count = first.select((eb) => eb.fn.countAll<number>().as('count'));
  return sql<boolean>`(${exists(added)} or (${count}) < ${sql.lit(defaultWeek.length)})`;
}

function exists(query: { select: (expression: never) => unknown }): RawBuilder<boolean> {
  return sql<boolean>`exists (${query.select(sql`1`.as('one') as never)})`;
}
