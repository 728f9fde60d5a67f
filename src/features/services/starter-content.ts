import { sql } from 'kysely';
import type { WriteCtx } from '#server/context.ts';
import { insertMine, mine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { starterServices } from './starter.ts';

/**
 * Adds the starter price list to a new company. `linkStarterContent` links templates and agreements once they exist.
 */
export async function addStarterServices(ctx: WriteCtx): Promise<void> {
  const times = { created_at: ctx.now, updated_at: ctx.now };
  const services = starterServices.map((starter, position) => ({ starter, id: newId(), position }));
  await insertMine(
    ctx,
    'services',
    services.map(({ starter, id, position }) => ({
      ...times,
      id,
      position,
      name: starter.name,
      description: starter.description,
      base_cost_cents: starter.base_cost_cents,
      base_duration_minutes: starter.base_duration_minutes,
    })),
  ).execute();
  const modifiers = services.flatMap(({ starter, id }) =>
    starter.modifiers.map((m, position) => ({ ...m, id: newId(), service_id: id, position })),
  );
  if (modifiers.length > 0) await insertMine(ctx, 'service_modifiers', modifiers).execute();
  const taxes = services.flatMap(({ starter, id }) =>
    starter.taxes.map((tax, position) => ({ ...tax, id: newId(), service_id: id, position })),
  );
  if (taxes.length > 0) await insertMine(ctx, 'service_taxes', taxes).execute();
  const addOns = services.flatMap(({ starter, id }) =>
    starter.add_ons.map(({ templates: _t, agreements: _a, ...addOn }, position) => ({
      ...addOn,
      id: newId(),
      service_id: id,
      position,
    })),
  );
  if (addOns.length > 0) await insertMine(ctx, 'add_ons', addOns).execute();
}

/**
 * Links the starter services and add-ons to the starter templates and agreements by name. Called by a higher-level
 * feature, because a new company's templates and agreements are created after its services.
 */
export async function linkStarterContent(ctx: WriteCtx): Promise<void> {
  const templates = await idsByName(ctx, 'templates');
  const agreements = await idsByName(ctx, 'agreement_templates');
  const tied = (starter: { templates: readonly string[]; agreements: readonly string[] }) => ({
    templates: starter.templates.flatMap((name) => templates.get(name) ?? []),
    agreements: starter.agreements.flatMap((name) => agreements.get(name) ?? []),
  });
  const services = starterServices.map((service) => ({ name: service.name, ...tied(service) }));
  const addOns = starterServices.flatMap((service) =>
    service.add_ons
      .filter((addOn) => addOn.templates.length + addOn.agreements.length > 0)
      .map((addOn) => ({ service: service.name, name: addOn.name, ...tied(addOn) })),
  );
  await sql`
    update services s set template_ids = w.templates, agreement_ids = w.agreements
    from jsonb_to_recordset(${JSON.stringify(services)}::jsonb) as w(name text, templates uuid[], agreements uuid[])
    where s.subscriber_id = ${ctx.subscriberId} and s.name = w.name`.execute(ctx.db);
  await sql`
    update add_ons a set template_ids = w.templates, agreement_ids = w.agreements
    from services s, jsonb_to_recordset(${JSON.stringify(addOns)}::jsonb)
      as w(service text, name text, templates uuid[], agreements uuid[])
    where a.subscriber_id = ${ctx.subscriberId} and s.subscriber_id = a.subscriber_id and s.id = a.service_id
      and s.name = w.service and a.name = w.name`.execute(ctx.db);
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
