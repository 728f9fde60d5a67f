import type { NewComment } from '#domain/templates/template-ops.ts';
import type { WriteCtx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import { applyTemplateOps } from './editing/apply-template-ops.ts';

/** Adds a comment at the end of an item of a template and changes nothing else. Returns why it was refused, or null. */
export async function addTemplateComment(
  ctx: WriteCtx,
  templateId: string,
  comment: NewComment,
): Promise<string | null> {
  // After an id that is not there means at the end.
  const op = { op_id: newId(), type: 'add_comment' as const, comment, after_id: comment.id };
  const { results } = await applyTemplateOps(ctx, { id: templateId, rev: null, ops: [op] });
  return results[0]?.refused ?? null;
}
