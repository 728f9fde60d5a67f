import { sql } from 'kysely';
import type { ReportComment, ReportContent } from '#domain/reports/reports.ts';
import { addTemplateComment } from '#features/templates/add-template-comment.ts';
import type { WriteCtx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import { AppError, notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type { saveToTemplate as contract } from '../library-contract.ts';
import { commentOnWire } from '../present.ts';
import { assertCanEditReport } from '../report-rights.ts';
import * as store from '../store.ts';
import { applyReportOps } from './apply-report-ops.ts';

/**
 * Adds a comment written in the report to its template, for new reports, and changes nothing else there. A comment that
 * is in a template already stays as it is, so that a repeated request adds nothing.
 */
export async function saveToTemplate(
  ctx: WriteCtx,
  { reportId, commentId }: HandlerInput<typeof contract>,
): Promise<HandlerOutput<typeof contract>> {
  const report = await store.lockReport(ctx, reportId);
  if (!report) throw notFound();
  await assertCanEditReport(ctx, report.appointment_id);
  const content = await store.content(ctx, report);
  const comment = commentIn(content, commentId);
  if (comment.template_comment_id) return { comment: commentOnWire(comment), rev: report.content_rev };
  const place = report.template_id
    ? await templateItemOf(ctx, report.template_id, comment.item_id)
    : undefined;
  if (!place) throw new AppError('CONFLICT', 'The template doesn’t have this item. Add it there first.');
  const id = newId();
  const refused = await addTemplateComment(ctx, place.template_id, definitionOf(comment, id, place.id));
  if (refused) throw new AppError('CONFLICT', refused);
  const applied = await applyReportOps(ctx, {
    id: reportId,
    rev: null,
    ops: [
      {
        op_id: newId(),
        type: 'update_comment',
        comment_id: commentId,
        changes: { template_comment_id: id },
      },
    ],
  });
  return { comment: commentOnWire(commentIn(applied.content, commentId)), rev: applied.rev };
}

function commentIn(content: ReportContent, id: string): ReportComment {
  const found = content.sections
    .flatMap((section) => section.items.flatMap((item) => item.comments))
    .find((comment) => comment.id === id);
  if (!found) throw notFound();
  return found;
}

/** Its places belong to this house, so the template gets none. */
function definitionOf(comment: ReportComment, id: string, item_id: string) {
  const { kind, name, answer_type, options, text, category, recommendation, tags } = comment;
  const { min_cost_cents, max_cost_cents } = comment;
  const same = { kind, name, answer_type, options, category, recommendation, tags };
  return { ...same, id, item_id, default_text: text, min_cost_cents, max_cost_cents };
}

/** The template's item that an item of a report was made from; for a copied item, the one its comments come from. */
async function templateItemOf(ctx: WriteCtx, templateId: string, itemId: string) {
  const { rows } = await sql<{ id: string; template_id: string }>`
    select t.id, t.template_id
    from report_items i
    join report_sections s on s.subscriber_id = i.subscriber_id and s.id = i.section_id
    join template_items t on t.subscriber_id = i.subscriber_id and t.template_id = ${templateId}::uuid
    join template_sections ts on ts.subscriber_id = t.subscriber_id and ts.id = t.section_id
    left join lateral (
      select count(*) as shared from report_comments c
      join template_comments tc on tc.subscriber_id = c.subscriber_id and tc.id = c.template_comment_id
      where c.subscriber_id = i.subscriber_id and c.report_id = i.report_id and c.item_id = i.id and tc.item_id = t.id
    ) comments on true
    where i.subscriber_id = ${ctx.subscriberId}::uuid and i.id = ${itemId}::uuid
      and (t.id = i.template_item_id or comments.shared > 0
        or (lower(t.name) = lower(i.name) and lower(ts.name) = lower(s.name)))
    order by t.id = i.template_item_id desc nulls last, comments.shared desc, t.id
    limit 1`.execute(ctx.db);
  return rows[0];
}
