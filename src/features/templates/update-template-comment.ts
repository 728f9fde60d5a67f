import type { Cents } from '#domain/base/money.ts';
import type { RichText } from '#domain/text/rich-text.ts';
import type { WriteCtx } from '#server/context.ts';
import { updateMine } from '#server/db/scope.ts';

/** The fields of a library comment that can be changed from a report; omitted fields stay unchanged. */
export interface CommentDefinition {
  name: string;
  tags?: string[];
  category?: number | null;
  recommendation?: string;
  min_cost_cents?: Cents | null;
  max_cost_cents?: Cents | null;
  default_location?: string;
  default_text?: RichText | null;
}

/** Changes a library comment for all reports created from now on. Returns false if the comment no longer exists. */
export async function updateTemplateComment(
  ctx: WriteCtx,
  id: string,
  fields: CommentDefinition,
): Promise<boolean> {
  const { default_text, ...rest } = fields;
  const row = await updateMine(ctx, 'template_comments')
    .set({
      ...rest,
      ...(default_text === undefined
        ? {}
        : { default_text: default_text === null ? null : JSON.stringify(default_text) }),
    })
    .where('id', '=', id)
    .returning('template_id')
    .executeTakeFirst();
  if (!row) return false;
  await updateMine(ctx, 'templates')
    .set((eb) => ({ version: eb('version', '+', 1), rev: eb('rev', '+', 1), updated_at: ctx.now }))
    .where('id', '=', row.template_id)
    .execute();
  return true;
}
