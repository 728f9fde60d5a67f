import { countParts, type TemplateReading, writeTemplateFile } from '#domain/templates/template-file.ts';
import type { TemplateTrade } from '#domain/templates/trades.ts';
import type { ActionCtx, ReadCtx, WriteCtx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import { badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { readUploadedFile, unpack } from '../exchange/read-uploaded.ts';
import { refuseBadFile } from '../exchange/report-problems.ts';
import type * as contract from '../store-admin-contract.ts';
import * as store from './catalog-store.ts';

type Uploaded = HandlerOutput<typeof contract.addStoreTemplate>;

/** Returns all templates of the store, also hidden ones. */
export async function listManagedTemplates(ctx: ReadCtx) {
  return { templates: await store.all(ctx) };
}

/** Adds a template to the end of the store from a file without problems. */
export async function addStoreTemplate(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.addStoreTemplate>,
): Promise<Uploaded> {
  return fromFile(ctx, input, async (w, content) => {
    const id = newId();
    await store.insert(w, id, content);
    await audited(w, 'create', id, content.name);
    return id;
  });
}

/** Replaces the content of a store template. From then on no release of the product changes it. */
export async function replaceStoreTemplate(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.replaceStoreTemplate>,
): Promise<Uploaded> {
  return fromFile(ctx, input, async (w, content) => {
    if (!(await store.update(w, input.id, content))) throw notFound();
    await audited(w, 'update', input.id, content.name);
    return input.id;
  });
}

async function fromFile(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.addStoreTemplate>,
  save: (w: WriteCtx, content: store.CatalogContent) => Promise<string>,
): Promise<Uploaded> {
  const read = await readUploadedFile('', input.file);
  const { report } = read;
  if (input.dry_run) return { ...report, template: null };
  refuseBadFile(report, false);
  const unpacked = { content: await unpack(read.packed), trade: read.trade };
  const content = catalogContent(unpacked, input.trade ?? null, input.description);
  if (!content) throw badInput({ trade: 'Choose a trade' });
  return ctx.finalTx(async (w) => ({ ...report, template: await managed(w, await save(w, content)) }));
}

/** The columns of a store template, or null if neither the file nor the caller names its trade. */
export function catalogContent(
  { content, trade: found }: Pick<TemplateReading, 'content' | 'trade'>,
  given: TemplateTrade | null = null,
  description = '',
): store.CatalogContent | null {
  const trade = given ?? found;
  if (!content || !trade) return null;
  const described = { ...content, description: description || content.description };
  return {
    ...{ name: described.name, description: described.description, trade },
    ...countParts(content),
    content: JSON.stringify(writeTemplateFile(described, trade)),
  };
}

/** Shows or hides a store template. */
export async function offerStoreTemplate(
  ctx: WriteCtx,
  { id, is_offered }: HandlerInput<typeof contract.offerStoreTemplate>,
) {
  if (!(await store.update(ctx, id, { is_offered }))) throw notFound();
  await audited(ctx, is_offered ? 'show' : 'hide', id);
  return managed(ctx, id);
}

/** Puts the templates of the store in the order of the ids. */
export async function orderStoreTemplates(
  ctx: WriteCtx,
  { ids }: HandlerInput<typeof contract.orderStoreTemplates>,
): Promise<null> {
  await store.setOrder(ctx, ids);
  if (ids[0]) await audited(ctx, 'order', ids[0]);
  return null;
}

/** Removes a template from the store; a later release does not bring it back. */
export async function deleteStoreTemplate(ctx: WriteCtx, { id }: { id: string }): Promise<null> {
  if (!(await store.update(ctx, id, { deleted_at: ctx.now }))) throw notFound();
  await audited(ctx, 'delete', id);
  return null;
}

/** Undoes a removal. */
export async function restoreStoreTemplate(ctx: WriteCtx, { id }: { id: string }) {
  if (!(await store.update(ctx, id, { deleted_at: null }, true))) throw notFound();
  await audited(ctx, 'restore', id);
  return managed(ctx, id);
}

async function audited(ctx: WriteCtx, action: string, id: string, name?: string): Promise<void> {
  await ctx.audit({ action, entity: 'store_template', entity_id: id, after: name && { name } });
}

async function managed(ctx: WriteCtx, id: string) {
  const found = (await store.all(ctx)).find((row) => row.id === id);
  if (!found) throw notFound();
  return found;
}
