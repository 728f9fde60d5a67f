import { listInOrder } from '#domain/base/ordered.ts';
import { type AddOnPayload, parseAddOn } from '#domain/pricing/service-record.ts';
import type { WriteCtx } from '#server/context.ts';
import { findUnknownReferences } from '#server/db/find-unknown-references.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from '../editor-contract.ts';
import { bumpServiceRev, getEditedService } from './edited-service.ts';
import { insertAddOn, removeAddOnRow, updateAddOnRow } from './service-parts.ts';
import { referencesIn } from './service-references.ts';

/** Deletes a service from the price list. Its row stays: appointments that use it keep it, with their prices. */
export async function deleteService(
  ctx: WriteCtx,
  { id, rev }: HandlerInput<typeof contract.deleteService>,
): Promise<null> {
  const before = await getEditedService(ctx, id);
  await bumpServiceRev(ctx, id, rev);
  await updateMine(ctx, 'services').set({ deleted_at: ctx.now, status: 0 }).where('id', '=', id).execute();
  await ctx.emit({ type: 'service.deleted', service_id: id });
  await ctx.audit({ action: 'delete', entity: 'service', entity_id: id, before });
  return null;
}

/** Sets the order of services; those not named follow in their previous order. */
export async function orderServices(
  ctx: WriteCtx,
  { ids }: HandlerInput<typeof contract.orderServices>,
): Promise<null> {
  const rows = await mine(ctx, 'services')
    .where('deleted_at', 'is', null)
    .select(['id', 'position'])
    .orderBy('position')
    .orderBy('id')
    .execute();
  for (const { id, position } of inOrder(rows, ids)) {
    await updateMine(ctx, 'services').set({ position }).where('id', '=', id).execute();
  }
  await ctx.emit({ type: 'services.ordered' });
  return null;
}

/** Adds an add-on to a service. */
export async function createAddOn(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.createAddOn>,
): Promise<HandlerOutput<typeof contract.createAddOn>> {
  const { id, rev, ...sent } = input;
  const raised = await bumpServiceRev(ctx, id, rev);
  const values = await checkedAddOn(ctx, sent);
  const last = await mine(ctx, 'add_ons')
    .where('service_id', '=', id)
    .select((eb) => eb.fn.max('position').as('position'))
    .executeTakeFirst();
  const addOnId = await insertAddOn(ctx, id, values, (last?.position ?? -1) + 1);
  await noted(ctx, id);
  return { ...(await addOnOf(ctx, id, addOnId)), rev: raised };
}

/** Updates the sent fields of an add-on. */
export async function updateAddOn(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.updateAddOn>,
): Promise<HandlerOutput<typeof contract.updateAddOn>> {
  const { id, addOnId, rev, ...sent } = input;
  const before = await addOnOf(ctx, id, addOnId);
  const raised = await bumpServiceRev(ctx, id, rev);
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  const values = await checkedAddOn(ctx, { ...before, ...given });
  if (!(await updateAddOnRow(ctx, id, addOnId, values))) throw notFound();
  await noted(ctx, id);
  return { ...(await addOnOf(ctx, id, addOnId)), rev: raised };
}

/** Deletes an add-on from the price list; appointments that use it keep it. */
export async function deleteAddOn(
  ctx: WriteCtx,
  { id, addOnId, rev }: HandlerInput<typeof contract.deleteAddOn>,
): Promise<null> {
  const before = await addOnOf(ctx, id, addOnId);
  await bumpServiceRev(ctx, id, rev);
  await removeAddOnRow(ctx, id, addOnId);
  await noted(ctx, id);
  await ctx.audit({ action: 'delete', entity: 'add_on', entity_id: addOnId, before });
  return null;
}

/** Sets the order of a service's add-ons; those not named follow in their previous order. */
export async function orderAddOns(
  ctx: WriteCtx,
  { id, ids }: HandlerInput<typeof contract.orderAddOns>,
): Promise<null> {
  const { add_ons } = await getEditedService(ctx, id);
  const rows = add_ons.map((one, position) => ({ id: one.id, position }));
  const changed = inOrder(rows, ids);
  await bumpServiceRev(ctx, id, undefined);
  for (const one of changed) await updateAddOnRow(ctx, id, one.id, { position: one.position });
  await noted(ctx, id);
  return null;
}

function inOrder(rows: readonly { id: string; position: number }[], ids: readonly string[]) {
  const changed = listInOrder(rows, ids);
  if (!changed) throw notFound();
  return changed;
}

async function checkedAddOn(ctx: WriteCtx, sent: AddOnPayload) {
  const problems: Record<string, string> = {};
  const values = parseAddOn(sent, '', problems);
  Object.assign(problems, await findUnknownReferences(ctx, referencesIn(values, '')));
  if (Object.keys(problems).length > 0) throw badInput(problems);
  return values;
}

async function addOnOf(ctx: WriteCtx, id: string, addOnId: string) {
  const { add_ons } = await getEditedService(ctx, id);
  const found = add_ons.find((one) => one.id === addOnId);
  if (!found) throw notFound();
  return found;
}

async function noted(ctx: WriteCtx, serviceId: string): Promise<void> {
  await ctx.emit({ type: 'service.changed', service_id: serviceId, fields: ['add_ons'] });
}
