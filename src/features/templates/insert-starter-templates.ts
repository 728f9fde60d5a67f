import { fromPlainText } from '#domain/text/rich-text.ts';
import type { WriteCtx } from '#server/context.ts';
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
  const tenant = { subscriber_id: ctx.subscriberId };
  const inTemplate = { ...tenant, template_id: id };
  const sections = starter.sections.map((section, position) => ({ ...section, id: newId(), position }));
  const items = sections.flatMap((section) =>
    section.items.map((item, position) => ({ ...item, section_id: section.id, id: newId(), position })),
  );
  const comments = items.flatMap((item) =>
    item.comments.map((comment, position) => ({ ...comment, item_id: item.id, id: newId(), position })),
  );
  await ctx.db
    .insertInto('templates')
    .values({
      ...tenant,
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
    })
    .execute();
  await ctx.db
    .insertInto('template_sections')
    .values(
      sections.map((section) => ({
        ...inTemplate,
        id: section.id,
        name: section.name,
        position: section.position,
        standards_text: treeOf(section.standards_text),
      })),
    )
    .execute();
  await ctx.db
    .insertInto('template_items')
    .values(
      items.map(({ id: itemId, section_id, name, position, show_ratings }) => ({
        ...inTemplate,
        section_id,
        id: itemId,
        name,
        position,
        show_ratings,
      })),
    )
    .execute();
  await ctx.db
    .insertInto('template_comments')
    .values(
      comments.map(({ default_text, options, tags, ...comment }) => ({
        ...inTemplate,
        ...comment,
        options: [...options],
        tags: [...tags],
        default_text: treeOf(default_text),
      })),
    )
    .execute();
  return id;
}

function treeOf(text: string): string | null {
  return text.trim() === '' ? null : JSON.stringify(fromPlainText(text));
}
