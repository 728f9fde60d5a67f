import { foldText } from '#domain/base/names.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { deleteMine, insertMine, mine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type * as contract from './view-contract.ts';
import { maxViews, type SavedView, type ViewList } from './view-contract.ts';

/** Lists the user's views of a list by name. */
export async function listViews(ctx: ReadCtx, input: { list: ViewList }): Promise<{ views: SavedView[] }> {
  return { views: await viewsOf(ctx, input.list) };
}

/** Saves a view. Throws BAD_USER_INPUT if the name is taken or the list has as many views as it may have. */
export async function saveView(
  ctx: WriteCtx,
  { list, ...view }: HandlerInput<typeof contract.saveView>,
): Promise<SavedView> {
  const { userId } = ctx.requireUser();
  await lockUser(ctx);
  const others = await viewsOf(ctx, list);
  if (others.length >= maxViews) throw badInput({ name: 'You have reached the maximum of 20 views' });
  assertNameIsFree(others, view.name);
  if (view.is_default) await clearDefault(ctx, list);
  const id = newId();
  await insertMine(ctx, 'saved_views', {
    id,
    user_id: userId,
    list,
    ...stored(view),
    name_key: foldText(view.name),
    created_at: ctx.now,
  }).execute();
  return { id, ...view };
}

/** Changes one of the user's views. Throws NOT_FOUND for another user's, BAD_USER_INPUT if the name is taken. */
export async function updateView(
  ctx: WriteCtx,
  { id, ...change }: HandlerInput<typeof contract.updateView>,
): Promise<SavedView> {
  const { userId } = ctx.requireUser();
  await lockUser(ctx);
  const row = await mine(ctx, 'saved_views')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .select('list')
    .executeTakeFirst();
  if (!row) throw notFound();
  const list = row.list as ViewList;
  const views = await viewsOf(ctx, list);
  const before = views.find((one) => one.id === id);
  if (!before) throw notFound();
  const { name = before.name, address = before.address, columns = before.columns } = change;
  const view = { name, address, columns, is_default: change.is_default ?? before.is_default };
  assertNameIsFree(
    views.filter((one) => one.id !== id),
    name,
  );
  if (view.is_default && !before.is_default) await clearDefault(ctx, list);
  await updateMine(ctx, 'saved_views')
    .set({ ...stored(view), name_key: foldText(name) })
    .where('id', '=', id)
    .execute();
  return { id, ...view };
}

/** Deletes one of the user's views. Throws NOT_FOUND for another user's. */
export async function removeView(ctx: WriteCtx, { id }: { id: string }): Promise<null> {
  const { userId } = ctx.requireUser();
  const { numDeletedRows } = await deleteMine(ctx, 'saved_views')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw notFound();
  return null;
}

async function viewsOf(ctx: ReadCtx | WriteCtx, list: ViewList): Promise<SavedView[]> {
  const rows = await mine(ctx, 'saved_views')
    .where('user_id', '=', ctx.requireUser().userId)
    .where('list', '=', list)
    .select(['id', 'name', 'address', 'columns', 'is_default'])
    .orderBy('name_key')
    .limit(maxViews)
    .execute();
  return rows.map((row) => ({ ...row, columns: row.columns as SavedView['columns'] }));
}

/** Two requests of one user wait for each other, so that the limit and the names hold. */
async function lockUser(ctx: WriteCtx): Promise<void> {
  await mine(ctx, 'users').where('id', '=', ctx.requireUser().userId).select('id').forUpdate().execute();
}

function assertNameIsFree(others: readonly SavedView[], name: string): void {
  const key = foldText(name);
  if (others.some((one) => foldText(one.name) === key))
    throw badInput({ name: 'You already have a view with this name' });
}

async function clearDefault(ctx: WriteCtx, list: ViewList): Promise<void> {
  await updateMine(ctx, 'saved_views')
    .set({ is_default: false })
    .where('user_id', '=', ctx.requireUser().userId)
    .where('list', '=', list)
    .where('is_default', '=', true)
    .execute();
}

const stored = ({ name, address, columns, is_default }: Omit<SavedView, 'id'>) => ({
  name,
  address,
  columns: columns === null ? null : JSON.stringify(columns),
  is_default,
});
