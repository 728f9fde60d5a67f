import type { TemplateContent } from '#domain/templates/template.ts';
import type { WriteCtx } from '#server/context.ts';
import { assertRoomFor } from '#server/db/row-limits.ts';
import { insertMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { headColumns, saveTemplate } from './save-template.ts';

/**
 * Inserts a template with its sections, items and comments, one statement per table, and returns its id. The parts need
 * ids that no other template has: see `copyOf`.
 */
export async function insertTemplate(
  ctx: WriteCtx,
  content: TemplateContent,
  source_template_id: string | null = null,
): Promise<string> {
  await assertRoomFor(ctx, 'templates');
  const id = newId();
  await insertMine(ctx, 'templates', {
    id,
    ...headColumns(content),
    source_template_id,
    created_by: ctx.actor?.userId ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  }).execute();
  await saveTemplate(ctx, id, { ...content, sections: [] }, content);
  return id;
}
