import type { LoadedTemplate } from '#domain/templates/template.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertMine, mine } from '#server/db/scope.ts';
import { loadTemplate } from './template-content.ts';

/**
 * Keeps the present version of a template, deleted or not, as a report is about to be made from it: later changes make
 * a new version, and a report can tell what they were. Holds off changes until the transaction ends. Returns the
 * template, or null if there is none.
 */
export async function freezeTemplate(ctx: WriteCtx, id: string): Promise<LoadedTemplate | null> {
  const row = await mine(ctx, 'templates')
    .where('id', '=', id)
    .select('version')
    .forShare()
    .executeTakeFirst();
  if (!row) return null;
  const template = await loadTemplate(ctx, id, { mayBeDeleted: true });
  await insertMine(ctx, 'template_versions', {
    template_id: id,
    version: row.version,
    content: JSON.stringify(template.content),
    created_at: ctx.now,
  })
    .onConflict((oc) => oc.doNothing())
    .execute();
  return template;
}
