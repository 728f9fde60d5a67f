import { sql } from 'kysely';
import { freezeTemplate } from '#features/templates/freeze-template.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { newId, newPublicId } from '#server/ids.ts';
import { notFound } from '#wire/errors.ts';
import * as store from './store.ts';

/**
 * Makes a report its own copy of its template, once: when first opened, or at midnight before the appointment. Changes
 * of the template until then are included, later ones never are. Stamping again changes nothing.
 */
export async function stampReport(ctx: WriteCtx, reportId: string): Promise<store.ReportRecord> {
  const report = await store.lockReport(ctx, reportId);
  if (!report) throw notFound();
  if (report.is_stamped) return report;
  const head = report.template_id ? await stampTemplate(ctx, report.id, report.template_id) : undefined;
  return updateMine(ctx, 'reports')
    .set({ is_stamped: true, updated_at: ctx.now, ...head })
    .where('id', '=', report.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function stampTemplate(ctx: WriteCtx, reportId: string, templateId: string) {
  const template = await freezeTemplate(ctx, templateId);
  if (!template) return {};
  await copyTemplate(ctx, reportId, templateId);
  const { ratings, header_text, disclaimer } = template.content;
  return {
    template_version: template.version,
    ratings: JSON.stringify(ratings),
    header_text: json(header_text),
    disclaimer: json(disclaimer),
  };
}

interface Pairs {
  old: string[];
  copies: string[];
}

/** The copies need our own ids (UUIDv7), so the template's ids are read and mapped in pairs. */
async function copyTemplate(ctx: WriteCtx, reportId: string, templateId: string): Promise<void> {
  const sections = await pairsFor(ctx, 'template_sections', templateId);
  const items = await pairsFor(ctx, 'template_items', templateId);
  const comments = await pairsFor(ctx, 'template_comments', templateId);
  await sql`
    insert into report_sections (subscriber_id, report_id, id, name, position, standards_text, hidden, is_repeatable,
      template_section_id)
    select t.subscriber_id, ${reportId}::uuid, pair.copy, t.name, t.position, t.standards_text, t.hidden, t.is_repeatable, t.id
    from template_sections t join ${asTable(sections)} as pair (old, copy) on pair.old = t.id
    where t.subscriber_id = ${ctx.subscriberId}::uuid and t.template_id = ${templateId}::uuid`.execute(
    ctx.db,
  );
  await sql`
    insert into report_items (subscriber_id, report_id, section_id, id, name, position, show_ratings, template_item_id)
    select t.subscriber_id, ${reportId}::uuid, section.copy, pair.copy, t.name, t.position, t.show_ratings, t.id
    from template_items t join ${asTable(items)} as pair (old, copy) on pair.old = t.id
      join ${asTable(sections)} as section (old, copy) on section.old = t.section_id
    where t.subscriber_id = ${ctx.subscriberId}::uuid and t.template_id = ${templateId}::uuid`.execute(
    ctx.db,
  );
  const publicIds = comments.old.map(() => newPublicId());
  await sql`
    insert into report_comments (subscriber_id, report_id, item_id, id, public_id, template_comment_id, kind, name, included,
      answer_type, options, text, locations, category, recommendation, tags, min_cost_cents, max_cost_cents, is_required,
      position, updated_at)
    select t.subscriber_id, ${reportId}::uuid, item.copy, pair.copy, pair.public_id, t.id, t.kind, t.name, t.is_default,
      t.answer_type, t.options, t.default_text,
      case when t.default_location = '' then '{}'::text[] else array[t.default_location] end,
      t.category, t.recommendation, t.tags, t.min_cost_cents, t.max_cost_cents, t.is_required, t.position, ${ctx.now}::timestamptz
    from template_comments t
      join unnest(${comments.old}::uuid[], ${comments.copies}::uuid[], ${publicIds}::text[]) as pair (old, copy, public_id)
        on pair.old = t.id
      join ${asTable(items)} as item (old, copy) on item.old = t.item_id
    where t.subscriber_id = ${ctx.subscriberId}::uuid and t.template_id = ${templateId}::uuid`.execute(
    ctx.db,
  );
}

function asTable(pairs: Pairs) {
  return sql`unnest(${pairs.old}::uuid[], ${pairs.copies}::uuid[])`;
}

async function pairsFor(
  ctx: WriteCtx,
  table: 'template_sections' | 'template_items' | 'template_comments',
  templateId: string,
): Promise<Pairs> {
  const rows = await mine(ctx, table)
    .where('template_id', '=', templateId)
    .orderBy('position')
    .orderBy('id')
    .select('id')
    .execute();
  return { old: rows.map((row) => row.id), copies: rows.map(() => newId()) };
}

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
