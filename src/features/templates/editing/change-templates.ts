import { defaultRatings } from '#domain/reports/reports.ts';
import { copyOf } from '#domain/templates/template.ts';
import type { TemplateOp } from '#domain/templates/template-ops.ts';
import type { WriteCtx } from '#server/context.ts';
import { updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type { Template } from '../contract.ts';
import type * as editing from '../editing-contract.ts';
import { templateOpOf } from '../present.ts';
import * as store from '../store.ts';
import { loadTemplate, lockTemplate, readTemplate } from '../template-content.ts';
import { applyTemplateOps } from './apply-template-ops.ts';
import { insertTemplate } from './insert-template.ts';

/** Creates an empty template with the usual ratings. */
export async function createTemplate(
  ctx: WriteCtx,
  { name, description = '', report_title = '' }: HandlerInput<typeof editing.createTemplate>,
): Promise<Template> {
  const id = await insertTemplate(ctx, {
    name,
    description,
    report_title,
    ratings: defaultRatings,
    header_text: null,
    disclaimer: null,
    sections: [],
  });
  return audited(ctx, 'create', id);
}

/** Changes the sent fields of the template itself, as the editor's operation does, and its status. */
export async function updateTemplate(
  ctx: WriteCtx,
  { id, rev, status, ...changes }: HandlerInput<typeof editing.updateTemplate>,
): Promise<Template> {
  if (Object.values(changes).some((value) => value !== undefined)) {
    const op = templateOpOf({ op_id: newId(), type: 'update_template', changes });
    const { results } = await applyTemplateOps(ctx, { id, rev: rev ?? null, ops: [op] });
    const refused = results[0]?.refused;
    if (refused) throw badInput({ ratings: refused });
  }
  await lockTemplate(ctx, id);
  if (status !== undefined)
    await updateMine(ctx, 'templates').set({ status, updated_at: ctx.now }).where('id', '=', id).execute();
  return audited(ctx, 'update', id);
}

/** Copies a template; every part gets a new id. */
export async function duplicateTemplate(
  ctx: WriteCtx,
  { id, name }: HandlerInput<typeof editing.duplicateTemplate>,
): Promise<Template> {
  const { content } = await loadTemplate(ctx, id);
  const copy = { ...copyOf(content, newId), name: name ?? `${content.name.slice(0, 190)} (copy)` };
  return audited(ctx, 'create', await insertTemplate(ctx, copy, id));
}

/** Deletes a template; reports made from it stay. Throws CONFLICT while services or add-ons include it. */
export async function deleteTemplate(ctx: WriteCtx, { id }: { id: string }): Promise<null> {
  await lockTemplate(ctx, id);
  const used_by = await store.listServicesUsing(ctx, id);
  if (used_by.length > 0)
    throw new AppError('CONFLICT', 'Services include this template. Remove it from them first.', { used_by });
  await updateMine(ctx, 'templates').set({ deleted_at: ctx.now }).where('id', '=', id).execute();
  await ctx.audit({ action: 'delete', entity: 'template', entity_id: id });
  return null;
}

/** Reverts a deletion. */
export async function restoreTemplate(ctx: WriteCtx, { id }: { id: string }): Promise<Template> {
  const row = await updateMine(ctx, 'templates')
    .set({ deleted_at: null, updated_at: ctx.now })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw notFound();
  return audited(ctx, 'restore', id);
}

/**
 * Applies the changes of an editor. Throws FORBIDDEN if someone who may only add to templates sends anything else.
 */
export async function patchTemplate(ctx: WriteCtx, input: HandlerInput<typeof editing.patchTemplate>) {
  const ops = input.ops.map((op): TemplateOp => templateOpOf(op));
  if (!ops.every((op) => op.type.startsWith('add_'))) ctx.requireCapability('can_edit_template');
  return applyTemplateOps(ctx, { id: input.id, rev: input.rev, ops, own: input.own });
}

async function audited(
  ctx: WriteCtx,
  action: 'create' | 'update' | 'restore',
  id: string,
): Promise<Template> {
  const after = await readTemplate(ctx, { id });
  const { sections: _, ...head } = after;
  await ctx.audit({ action, entity: 'template', entity_id: id, after: head });
  return after;
}
