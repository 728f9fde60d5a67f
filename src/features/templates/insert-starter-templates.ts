import { fromPlainText } from '#domain/text/rich-text.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { starterTemplates } from './starter/residential.ts';
import type { StarterTemplate } from './starter/starter-types.ts';

/** Inserts the starter templates of a new company and returns their ids by name. Runs one statement per table. */
export async function insertStarterTemplates(ctx: WriteCtx): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const starter of starterTemplates) ids.set(starter.name, await insertTemplate(ctx, starter));
  return ids;
}

/** Inserts a template with its sections, items and comments, and returns its id. */
async function insertTemplate(ctx: WriteCtx, starter: StarterTemplate): Promise<string> {
  const id = newId();
  const sections = starter.sections.map((section, position) => ({ ...section, id: newId(), position }));
  const items = sections.flatMap((section) =>
    section.items.map((item, position) => ({ ...item, section_id: section.id, id: newId(), position })),
  );
  const comments = items.flatMap((item) =>
    item.comments.map((comment, position) => ({ ...comment, item_id: item.id, id: newId(), position })),
  );
  await insertMine(ctx, 'templates', {
    id,
    name: starter.name,
    description: starter.description,
    ratings: JSON.stringify(starter.ratings),
    report_title: starter.report_title,
    header_text: treeOf(starter.header_text),
    disclaimer: treeOf(starter.disclaimer),
    created_by: ctx.actor?.userId ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  }).execute();
  await insertMine(
    ctx,
    'template_sections',
    sections.map((section) => ({
      template_id: id,
      id: section.id,
      name: section.name,
      position: section.position,
      standards_text: treeOf(section.standards_text),
    })),
  ).execute();
  await insertMine(
    ctx,
    'template_items',
    items.map(({ id: itemId, section_id, name, position, show_ratings }) => ({
      template_id: id,
      section_id,
      id: itemId,
      name,
      position,
      show_ratings,
    })),
  ).execute();
  await insertMine(
    ctx,
    'template_comments',
    comments.map(({ default_text, options, tags, ...comment }) => ({
      template_id: id,
      ...comment,
      options: [...options],
      tags: [...tags],
      default_text: treeOf(default_text),
    })),
  ).execute();
  return id;
}

function treeOf(text: string): string | null {
  return text.trim() === '' ? null : JSON.stringify(fromPlainText(text));
}
