import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { starterServices } from './starter.ts';

/** Gives a new company its starter price list. Templates and agreements are linked by `linkStarterContent`, once they exist. */
export async function addStarterServices(ctx: WriteCtx): Promise<void> {
  const own = { subscriber_id: ctx.subscriberId };
  const times = { created_at: ctx.now, updated_at: ctx.now };
  const services = starterServices.map((starter, position) => ({ starter, id: newId(), position }));
  await ctx.db
    .insertInto('services')
    .values(
      services.map(({ starter, id, position }) => ({
        ...own,
        ...times,
        id,
        position,
        name: starter.name,
        description: starter.description,
        base_cost_cents: starter.base_cost_cents,
        base_duration_minutes: starter.base_duration_minutes,
      })),
    )
    .execute();
  const modifiers = services.flatMap(({ starter, id }) =>
    starter.modifiers.map((m, position) => ({ ...own, ...m, id: newId(), service_id: id, position })),
  );
  if (modifiers.length > 0) await ctx.db.insertInto('service_modifiers').values(modifiers).execute();
  const taxes = services.flatMap(({ starter, id }) =>
    starter.taxes.map((tax, position) => ({ ...own, ...tax, id: newId(), service_id: id, position })),
  );
  if (taxes.length > 0) await ctx.db.insertInto('service_taxes').values(taxes).execute();
  const addOns = services.flatMap(({ starter, id }) =>
    starter.add_ons.map(({ templates: _t, agreements: _a, ...addOn }, position) => ({
      ...own,
      ...addOn,
      id: newId(),
      service_id: id,
      position,
    })),
  );
  if (addOns.length > 0) await ctx.db.insertInto('add_ons').values(addOns).execute();
}

/**
 * Ties the starter services and add-ons to the starter templates and agreements by their names. Called by a higher room,
 * since templates and agreements of a new company are made after its services.
 */
export async function linkStarterContent(ctx: WriteCtx): Promise<void> {
  const templates = await idsByName(ctx, 'templates');
  const agreements = await idsByName(ctx, 'agreement_templates');
  const ids = (names: readonly string[], known: Map<string, string>) =>
    names.flatMap((name) => known.get(name) ?? []);
  const services = await mine(ctx, 'services').select(['id', 'name']).execute();
  for (const row of services) {
    const starter = starterServices.find((s) => s.name === row.name);
    if (!starter) continue;
    const template_ids = ids(starter.templates, templates);
    const agreement_ids = ids(starter.agreements, agreements);
    await ctx.db
      .updateTable('services')
      .set({ template_ids, agreement_ids })
      .where('subscriber_id', '=', ctx.subscriberId)
      .where('id', '=', row.id)
      .execute();
    for (const addOn of starter.add_ons.filter((a) => a.templates.length + a.agreements.length > 0)) {
      await ctx.db
        .updateTable('add_ons')
        .set({
          template_ids: ids(addOn.templates, templates),
          agreement_ids: ids(addOn.agreements, agreements),
        })
        .where('subscriber_id', '=', ctx.subscriberId)
        .where('service_id', '=', row.id)
        .where('name', '=', addOn.name)
        .execute();
    }
  }
}

async function idsByName(
  ctx: WriteCtx,
  table: 'templates' | 'agreement_templates',
): Promise<Map<string, string>> {
  const rows = await mine(ctx, table as 'templates')
    .where('deleted_at', 'is', null)
    .select(['id', 'name'])
    .execute();
  return new Map(rows.map((row) => [row.name, row.id]));
}
