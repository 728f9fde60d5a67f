import { parseService, type ServicePayload, type ServiceValues } from '#domain/pricing/service-record.ts';
import type { WriteCtx } from '#server/context.ts';
import { findUnknownReferences } from '#server/db/find-unknown-references.ts';
import { assertRoomFor } from '#server/db/row-limits.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { badInput } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type * as contract from '../editor-contract.ts';
import type { EditedService } from '../editor-contract.ts';
import { bumpServiceRev, getEditedService } from './edited-service.ts';
import { findForeignAddOns, replaceAddOns, replaceModifiers, replaceTaxes } from './service-parts.ts';
import { serviceReferences } from './service-references.ts';

/** Creates a service at the end of the price list. */
export async function createService(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.createService>,
): Promise<EditedService> {
  await assertRoomFor(ctx, 'services');
  const values = await checked(ctx, input);
  const id = newId();
  const { columns } = values;
  const last = await mine(ctx, 'services')
    .select((eb) => eb.fn.max('position').as('position'))
    .executeTakeFirst();
  await insertMine(ctx, 'services', {
    ...columns,
    name: columns.name ?? '',
    base_cost_cents: columns.base_cost_cents ?? 0,
    base_duration_minutes: columns.base_duration_minutes ?? 0,
    id,
    position: (last?.position ?? -1) + 1,
    created_at: ctx.now,
    updated_at: ctx.now,
  }).execute();
  await saveParts(ctx, id, values);
  const after = await getEditedService(ctx, id);
  await ctx.emit({ type: 'service.created', service_id: id });
  await ctx.audit({ action: 'create', entity: 'service', entity_id: id, after });
  return after;
}

/** Updates the sent fields of a service, all of them or none. Existing appointments keep their prices. */
export async function updateService(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.updateService>,
): Promise<EditedService> {
  const { id, rev, ...sent } = input;
  await bumpServiceRev(ctx, id, rev);
  const before = await getEditedService(ctx, id);
  const values = await checked(ctx, sent);
  const foreign = await findForeignAddOns(ctx, id, values.add_ons ?? []);
  if (foreign.length > 0) {
    throw badInput(
      Object.fromEntries(foreign.map((i) => [`add_ons.${i}.id`, 'This add-on is not available'])),
    );
  }
  if (Object.keys(values.columns).length > 0) {
    await updateMine(ctx, 'services').set(values.columns).where('id', '=', id).execute();
  }
  await saveParts(ctx, id, values);
  const after = await getEditedService(ctx, id);
  const fields = changedFields(before, after);
  if (fields.length > 0) {
    await ctx.emit({ type: 'service.changed', service_id: id, fields });
    await ctx.audit({ action: 'update', entity: 'service', entity_id: id, before, after });
  }
  return after;
}

async function checked(ctx: WriteCtx, sent: ServicePayload): Promise<ServiceValues> {
  const { values, problems } = parseService(sent);
  const all = { ...problems, ...(await findUnknownReferences(ctx, serviceReferences(values))) };
  if (Object.keys(all).length > 0) throw badInput(all);
  return values;
}

async function saveParts(ctx: WriteCtx, id: string, values: ServiceValues): Promise<void> {
  if (values.modifiers) await replaceModifiers(ctx, id, values.modifiers);
  if (values.taxes) await replaceTaxes(ctx, id, values.taxes);
  if (values.add_ons) await replaceAddOns(ctx, id, values.add_ons);
}

function changedFields(before: EditedService, after: EditedService): string[] {
  return (Object.keys(after) as (keyof EditedService)[]).filter(
    (key) => key !== 'rev' && JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
}
