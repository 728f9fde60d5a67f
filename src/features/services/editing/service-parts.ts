import type { AddOnValues, ModifierValues, TaxValues } from '#domain/pricing/service-record.ts';
import type { WriteCtx } from '#server/context.ts';
import { deleteMine, insertMine, mine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';

/** The child rows of a service. Rows sent with their id keep it; an id of another service creates a new row. */

/** Replaces the price table of a service. */
export async function replaceModifiers(
  ctx: WriteCtx,
  serviceId: string,
  rows: readonly ModifierValues[],
): Promise<void> {
  const values = await inPlaceOf(ctx, 'service_modifiers', serviceId, rows);
  if (values.length > 0) await insertMine(ctx, 'service_modifiers', values).execute();
}

/** Replaces the taxes of a service. */
export async function replaceTaxes(
  ctx: WriteCtx,
  serviceId: string,
  rows: readonly TaxValues[],
): Promise<void> {
  const values = await inPlaceOf(ctx, 'service_taxes', serviceId, rows);
  if (values.length > 0) await insertMine(ctx, 'service_taxes', values).execute();
}

/** Deletes the existing rows and returns their replacements, in order and with the ids to keep. */
async function inPlaceOf<T extends { id: string | null }>(
  ctx: WriteCtx,
  table: 'service_modifiers' | 'service_taxes',
  serviceId: string,
  rows: readonly T[],
) {
  const known = await idsOf(ctx, table, serviceId);
  await clear(ctx, table, serviceId);
  const taken = new Set<string>();
  return rows.map((row, position) => ({
    ...row,
    service_id: serviceId,
    id: idToKeep(row.id, known, taken),
    position,
  }));
}

/** Returns the positions of add-ons whose id does not belong to this service; its deleted add-ons do belong to it. */
export async function findForeignAddOns(
  ctx: WriteCtx,
  serviceId: string,
  rows: readonly AddOnValues[],
): Promise<number[]> {
  const found = await mine(ctx, 'add_ons').where('service_id', '=', serviceId).select('id').execute();
  const own = new Set(found.map((row) => row.id));
  return rows.flatMap(({ id }, i) => (id !== null && !own.has(id) ? [i] : []));
}

/**
 * Replaces the add-ons of a service: updates known ones, inserts new ones and marks missing ones as deleted. One that
 * was deleted concurrently and is sent again is restored.
 */
export async function replaceAddOns(
  ctx: WriteCtx,
  serviceId: string,
  rows: readonly AddOnValues[],
): Promise<void> {
  const sent = rows.flatMap((row) => row.id ?? []);
  if (sent.length > 0) {
    await updateMine(ctx, 'add_ons')
      .set({ deleted_at: null })
      .where('service_id', '=', serviceId)
      .where('id', 'in', sent)
      .where('deleted_at', 'is not', null)
      .execute();
  }
  const known = await idsOf(ctx, 'add_ons', serviceId);
  const taken = new Set<string>();
  for (const [position, row] of rows.entries()) {
    const id = idToKeep(row.id, known, taken);
    if (known.has(id)) await updateAddOnRow(ctx, serviceId, id, { ...row, position });
    else await insertAddOn(ctx, serviceId, row, position);
  }
  for (const id of known) if (!taken.has(id)) await removeAddOnRow(ctx, serviceId, id);
}

/** Inserts an add-on and returns its id. */
export async function insertAddOn(
  ctx: WriteCtx,
  serviceId: string,
  { id: _, ...values }: AddOnValues,
  position: number,
): Promise<string> {
  const id = newId();
  await insertMine(ctx, 'add_ons', { service_id: serviceId, ...values, id, position }).execute();
  return id;
}

/** Updates the given columns of an add-on; returns false if the service has no such add-on. */
export async function updateAddOnRow(
  ctx: WriteCtx,
  serviceId: string,
  id: string,
  { id: _, ...values }: Partial<AddOnValues> & { position?: number },
): Promise<boolean> {
  if (Object.keys(values).length === 0) return true;
  const row = await updateMine(ctx, 'add_ons')
    .set(values)
    .where('service_id', '=', serviceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes an add-on from the price list; its row stays for appointments that use it. Returns false if not found. */
export async function removeAddOnRow(ctx: WriteCtx, serviceId: string, id: string): Promise<boolean> {
  const row = await updateMine(ctx, 'add_ons')
    .set({ deleted_at: ctx.now, status: 0 })
    .where('service_id', '=', serviceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

async function idsOf(
  ctx: WriteCtx,
  table: 'service_modifiers' | 'service_taxes' | 'add_ons',
  serviceId: string,
): Promise<Set<string>> {
  let query = mine(ctx, table as 'add_ons').where('service_id', '=', serviceId);
  if (table === 'add_ons') query = query.where('deleted_at', 'is', null);
  return new Set((await query.select('id').execute()).map((row) => row.id));
}

async function clear(
  ctx: WriteCtx,
  table: 'service_modifiers' | 'service_taxes',
  serviceId: string,
): Promise<void> {
  await deleteMine(ctx, table).where('service_id', '=', serviceId).execute();
}

function idToKeep(id: string | null, known: ReadonlySet<string>, taken: Set<string>): string {
  const finalId = id !== null && known.has(id) && !taken.has(id) ? id : newId();
  taken.add(finalId);
  return finalId;
}
