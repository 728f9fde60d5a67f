import type { CommentChanges } from '#domain/templates/template-ops.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { applyTemplateOps } from './editing/apply-template-ops.ts';

/** The fields of a library comment that can be changed from a report; omitted fields stay unchanged. */
export type CommentDefinition = Pick<
  CommentChanges,
  | 'tags'
  | 'category'
  | 'recommendation'
  | 'min_cost_cents'
  | 'max_cost_cents'
  | 'default_location'
  | 'default_text'
> & { name: string };

/** Changes a library comment for all reports created from now on. Returns false if the comment no longer exists. */
export async function updateTemplateComment(
  ctx: WriteCtx,
  id: string,
  changes: CommentDefinition,
): Promise<boolean> {
  const row = await mine(ctx, 'template_comments')
    .where('id', '=', id)
    .select('template_id')
    .executeTakeFirst();
  if (!row) return false;
  const op = { op_id: newId(), type: 'update_comment' as const, comment_id: id, changes };
  const { results } = await applyTemplateOps(ctx, { id: row.template_id, rev: null, ops: [op] });
  return results[0]?.refused === null;
}
