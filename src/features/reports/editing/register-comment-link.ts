import { claimPublicLink } from '#features/links/public-links.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

/** Registers `/watch/{public id of the comment}` once. It leads to the report, through the report's gate. */
export async function registerCommentLink(w: WriteCtx, reportId: string, commentId: string): Promise<void> {
  const comment = await mine(w, 'report_comments')
    .where('report_id', '=', reportId)
    .where('id', '=', commentId)
    .select('public_id')
    .executeTakeFirst();
  if (!comment) return;
  await claimPublicLink(w, { token: comment.public_id, kind: 'report-comment', targetId: reportId });
}
