import { changedParts, removedIds } from '#domain/base/ordered.ts';
import {
  commentsOf,
  itemsOf,
  type TemplateComment,
  type TemplateContent,
  type TemplateHead,
  type TemplateItem,
  type TemplateSection,
} from '#domain/templates/template.ts';
import type { WriteCtx } from '#server/context.ts';
import { excludedColumns } from '#server/db/excluded-columns.ts';
import { inSlices } from '#server/db/in-slices.ts';
import { deleteMine, insertMine, updateMine } from '#server/db/scope.ts';
import { badInput } from '#wire/errors.ts';

/**
 * Writes the difference between two states of a template's content, one step per level. The reducer preserves the
 * identity of unchanged parts, so the difference is found without comparing values. Throws BAD_USER_INPUT for an id that
 * another template of the company has.
 */
export async function saveTemplate(
  ctx: WriteCtx,
  templateId: string,
  old: TemplateContent,
  next: TemplateContent,
): Promise<void> {
  await saveHead(ctx, templateId, old, next);
  await saveSections(ctx, templateId, changedParts(old.sections, next.sections));
  await saveItems(ctx, templateId, changedParts(itemsOf(old), itemsOf(next)));
  await inSlices(changedParts(commentsOf(old), commentsOf(next)), (part) =>
    saveComments(ctx, templateId, part),
  );
  // Last: deleting a parent also deletes its children, and those that were moved have left it by now.
  await remove(ctx, 'template_comments', removedIds(commentsOf(old), commentsOf(next)));
  await remove(ctx, 'template_items', removedIds(itemsOf(old), itemsOf(next)));
  await remove(ctx, 'template_sections', removedIds(old.sections, next.sections));
}

/** The columns of the template itself. */
export function headColumns(head: TemplateHead) {
  return {
    name: head.name,
    description: head.description,
    report_title: head.report_title,
    ratings: JSON.stringify(head.ratings),
    header_text: json(head.header_text),
    disclaimer: json(head.disclaimer),
  };
}

async function saveHead(ctx: WriteCtx, id: string, old: TemplateContent, next: TemplateContent) {
  const { sections: _old, ...before } = old;
  const { sections: _next, ...after } = next;
  const isChanged = (Object.keys(after) as (keyof TemplateHead)[]).some(
    (name) => before[name] !== after[name],
  );
  if (isChanged) await updateMine(ctx, 'templates').set(headColumns(after)).where('id', '=', id).execute();
}

async function saveSections(ctx: WriteCtx, template_id: string, sections: TemplateSection[]): Promise<void> {
  if (sections.length === 0) return;
  const rows = await insertMine(
    ctx,
    'template_sections',
    sections.map(({ items: _, standards_text, ...section }) => ({
      ...section,
      template_id,
      standards_text: json(standards_text),
    })),
  )
    .onConflict((oc) =>
      oc
        .columns(['subscriber_id', 'id'])
        .doUpdateSet(excludedColumns(['name', 'standards_text', 'is_repeatable', 'hidden', 'position']))
        .where('template_sections.template_id', '=', template_id),
    )
    .returning('id')
    .execute();
  refuseForeign(sections, rows);
}

async function saveItems(ctx: WriteCtx, template_id: string, items: TemplateItem[]): Promise<void> {
  if (items.length === 0) return;
  const rows = await insertMine(
    ctx,
    'template_items',
    items.map(({ comments: _, ...item }) => ({ ...item, template_id })),
  )
    .onConflict((oc) =>
      oc
        .columns(['subscriber_id', 'id'])
        .doUpdateSet(excludedColumns(['section_id', 'name', 'show_ratings', 'position']))
        .where('template_items.template_id', '=', template_id),
    )
    .returning('id')
    .execute();
  refuseForeign(items, rows);
}

async function saveComments(ctx: WriteCtx, template_id: string, comments: TemplateComment[]): Promise<void> {
  const rows = await insertMine(
    ctx,
    'template_comments',
    comments.map(({ default_text, ...comment }) => ({
      ...comment,
      template_id,
      default_text: json(default_text),
    })),
  )
    .onConflict((oc) =>
      oc
        .columns(['subscriber_id', 'id'])
        .doUpdateSet(
          excludedColumns([
            'item_id',
            'kind',
            'name',
            'answer_type',
            'options',
            'default_text',
            'default_location',
            'category',
            'recommendation',
            'tags',
            'min_cost_cents',
            'max_cost_cents',
            'is_default',
            'is_required',
            'position',
          ]),
        )
        .where('template_comments.template_id', '=', template_id),
    )
    .returning('id')
    .execute();
  refuseForeign(comments, rows);
}

/** A part that another template has already was not written: nothing is, rather than saying it was. */
function refuseForeign(sent: readonly object[], written: readonly object[]): void {
  if (written.length < sent.length) throw badInput({ ops: 'A part of it belongs to another template' });
}

async function remove(
  ctx: WriteCtx,
  table: 'template_sections' | 'template_items' | 'template_comments',
  ids: string[],
): Promise<void> {
  if (ids.length > 0) await deleteMine(ctx, table).where('id', 'in', ids).execute();
}

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
