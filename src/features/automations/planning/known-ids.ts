import type { Rule } from '#domain/automations/action-types.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

/** Returns which of the services and add-ons that the rules of these actions name still exist, in one query. */
export async function knownIds(
  ctx: ReadCtx | WriteCtx,
  actions: readonly { rules: readonly Rule[] }[],
): Promise<ReadonlySet<string>> {
  const rules = actions.flatMap((one) => one.rules);
  const named = rules.flatMap(({ services, service_addons, changed_services, changed_service_addons }) => [
    ...services,
    ...service_addons,
    ...changed_services,
    ...changed_service_addons,
  ]);
  const ids = [...new Set(named)];
  if (ids.length === 0) return new Set();
  const addOns = mine(ctx, 'add_ons')
    .innerJoin('services as s', (on) =>
      on.onRef('s.subscriber_id', '=', 'add_ons.subscriber_id').onRef('s.id', '=', 'add_ons.service_id'),
    )
    .where('add_ons.id', 'in', ids)
    .where('add_ons.deleted_at', 'is', null)
    .where('s.deleted_at', 'is', null)
    .select('add_ons.id');
  const rows = await mine(ctx, 'services')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .select('id')
    .unionAll(addOns)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
