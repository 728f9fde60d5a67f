import { sql } from 'kysely';
import type { ReportMedia } from '#domain/reports/reports.ts';
import type { WriteCtx } from '#server/context.ts';
import { registerCommentLink } from './register-comment-link.ts';

/**
 * Stores the changes of photos and videos in one statement; their rows were added by the upload or as copies.
 * What a version from before the time taken was recorded does not know stays as it is. A photo that was brought back is
 * no longer removed.
 */
export async function saveMedia(
  ctx: WriteCtx,
  reportId: string,
  media: readonly ReportMedia[],
): Promise<void> {
  if (media.length === 0) return;
  const filmed = media.flatMap(({ kind, comment_id }) =>
    kind === 'video' && comment_id ? [comment_id] : [],
  );
  for (const commentId of new Set(filmed)) await registerCommentLink(ctx, reportId, commentId);
  const rows = media.map(({ taken_at, time_source, location = '', ...one }) => ({
    ...one,
    location,
    taken_at,
    time_source,
    has_time: taken_at !== undefined,
  }));
  await sql`
    update report_media m set item_id = p.item_id, comment_id = p.comment_id, caption = p.caption,
      annotations = p.annotations, edit = p.edit, location = p.location, position = p.position, deleted_at = null,
      taken_at = case when p.has_time then p.taken_at else m.taken_at end,
      time_source = case when p.has_time then p.time_source else m.time_source end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(id uuid, item_id uuid, comment_id uuid, caption text,
      annotations jsonb, edit jsonb, location text, position integer, taken_at timestamptz, time_source text,
      has_time boolean)
    where m.subscriber_id = ${ctx.subscriberId}::uuid and m.report_id = ${reportId}::uuid and m.id = p.id`.execute(
    ctx.db,
  );
}
