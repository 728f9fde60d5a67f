import { type DiscountPayload, type DiscountValues, parseDiscount } from '#domain/pricing/discounts.ts';
import type { WriteCtx } from '#server/context.ts';
import { findUnknownReferences, type Reference } from '#server/db/find-unknown-references.ts';
import { assertRoomFor } from '#server/db/row-limits.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type * as contract from '../discount-contract.ts';
import type { DiscountCode } from '../discount-contract.ts';
import * as store from './store.ts';

type Create = HandlerInput<typeof contract.createDiscount>;
type Update = HandlerInput<typeof contract.updateDiscount>;

/** Creates a discount code. Rejects a code that already exists in any letter case, with a message at its field. */
export async function createDiscount(ctx: WriteCtx, input: Create): Promise<DiscountCode> {
  await assertRoomFor(ctx, 'discount_codes');
  const values = await checked(ctx, input, null);
  const id = newId();
  const row = await insertMine(ctx, 'discount_codes', {
    ...values,
    ...rest(input),
    id,
    created_at: ctx.now,
    updated_at: ctx.now,
  })
    .onConflict((oc) => oc.columns(['subscriber_id', 'code']).where('deleted_at', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst();
  // Detects a competing request that had not committed yet when this one checked.
  if (!row) throw badInput({ code: taken });
  await ctx.emit({ type: 'discount_code.created', discount_code_id: id });
  const after = store.presentDiscount(row, await store.companyToday(ctx));
  await ctx.audit({ action: 'create', entity: 'discount_code', entity_id: id, after });
  return after;
}

/** Updates the sent fields of a code. Existing appointments keep their discount. */
export async function updateDiscount(ctx: WriteCtx, input: Update): Promise<DiscountCode> {
  const { id, rev } = input;
  const before = await locked(ctx, id);
  const today = await store.companyToday(ctx);
  const shown = store.presentDiscount(before, today);
  if (rev !== undefined && rev !== before.rev) throw staleCode(shown);
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const values = await checked(ctx, { ...shown, ...given }, before);
  const row = await updateMine(ctx, 'discount_codes')
    .set({ ...values, ...rest(input), rev: before.rev + 1, updated_at: ctx.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const after = store.presentDiscount(row, today);
  const fields = (Object.keys(after) as (keyof DiscountCode)[]).filter(
    (key) => key !== 'rev' && JSON.stringify(after[key]) !== JSON.stringify(shown[key]),
  );
  if (fields.length > 0) {
    await ctx.emit({ type: 'discount_code.changed', discount_code_id: id, fields });
    await ctx.audit({ action: 'update', entity: 'discount_code', entity_id: id, before: shown, after });
  }
  return after;
}

/** Deletes a code: it is no longer offered or accepted, and appointments that use it keep it. */
export async function deleteDiscount(
  ctx: WriteCtx,
  { id, rev }: HandlerInput<typeof contract.deleteDiscount>,
): Promise<null> {
  const before = await locked(ctx, id);
  const shown = store.presentDiscount(before, await store.companyToday(ctx));
  if (rev !== undefined && rev !== before.rev) throw staleCode(shown);
  await updateMine(ctx, 'discount_codes')
    .set({ deleted_at: ctx.now, status: 0, rev: before.rev + 1 })
    .where('id', '=', id)
    .execute();
  await ctx.emit({ type: 'discount_code.deleted', discount_code_id: id });
  await ctx.audit({ action: 'delete', entity: 'discount_code', entity_id: id, before: shown });
  return null;
}

const taken = 'This code already exists';

/** Returns the row, locked, because concurrent bookings count their uses on it. */
async function locked(ctx: WriteCtx, id: string): Promise<store.DiscountRow> {
  const row = await mine(ctx, 'discount_codes')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

function staleCode(current: DiscountCode): AppError {
  return new AppError('CONFLICT', 'This was changed by someone else in the meantime', { current });
}

type Lists = { service_ids?: string[] | undefined; add_on_ids?: string[] | undefined };

async function checked(
  ctx: WriteCtx,
  sent: DiscountPayload & Lists,
  before: store.DiscountRow | null,
): Promise<DiscountValues> {
  const { values, problems } = parseDiscount(sent, before?.used_count ?? 0);
  if (!problems.code && (await store.isCodeTaken(ctx, values.code, before?.id ?? null)))
    problems.code = taken;
  const unknown = await findUnknownReferences(ctx, [
    ...chosen('service', 'service_ids', sent.service_ids, before?.service_ids),
    ...chosen('addOn', 'add_on_ids', sent.add_on_ids, before?.add_on_ids),
  ]);
  const all = { ...problems, ...unknown };
  if (Object.keys(all).length > 0) throw badInput(all);
  return values;
}

/** Ids that the code already names may stay even if deleted since: an emptied list would mean everything. */
function chosen(
  kind: 'service' | 'addOn',
  field: string,
  sent: readonly string[] | undefined,
  before: readonly string[] | undefined,
): Reference[] {
  return (sent ?? []).map((id, i) => ({
    kind,
    id,
    path: `${field}.${i}`,
    isChosen: !before?.includes(id),
  }));
}

function rest(input: Create | Update) {
  return {
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.notes === undefined ? {} : { notes: input.notes }),
    ...(input.service_ids ? { service_ids: [...new Set(input.service_ids)] } : {}),
    ...(input.add_on_ids ? { add_on_ids: [...new Set(input.add_on_ids)] } : {}),
    ...(input.online === undefined ? {} : { online: input.online }),
    ...(input.status === undefined ? {} : { status: input.status }),
  };
}
