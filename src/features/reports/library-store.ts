import { sql } from 'kysely';
import { containsWords } from '#features/templates/match-comments.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

/** The reports by which the most used comments are found: enough to know, few enough to count while a report opens. */
const newestReports = 300;
const mostOthers = 200;
const mostFound = 30;

/** The template comments that a user has starred. */
export async function favoritesOf(ctx: ReadCtx, userId: string): Promise<string[]> {
  const rows = await mine(ctx, 'favorite_comments')
    .where('user_id', '=', userId)
    .select('template_comment_id')
    .execute();
  return rows.map((row) => row.template_comment_id);
}

/** How many of the company's newest reports include each comment of the library. */
export async function usesOfComments(ctx: ReadCtx): Promise<{ id: string; count: number }[]> {
  const { rows } = await sql<{ id: string; count: number }>`
    select c.template_comment_id as id, count(*)::integer as count
    from (select id from reports where subscriber_id = ${ctx.subscriberId}::uuid and deleted_at is null
      order by id desc limit ${newestReports}) r
    join report_comments c on c.subscriber_id = ${ctx.subscriberId}::uuid and c.report_id = r.id
      and c.included and c.template_comment_id is not null
    group by c.template_comment_id`.execute(ctx.db);
  return rows;
}

/** The ids of the library's comments that a report has in one of its items, included or not. */
export async function libraryIdsOf(ctx: ReadCtx, reportId: string): Promise<Set<string>> {
  const rows = await mine(ctx, 'report_comments')
    .where('report_id', '=', reportId)
    .where('template_comment_id', 'is not', null)
    .select('template_comment_id')
    .distinct()
    .execute();
  return new Set(rows.map((row) => row.template_comment_id ?? ''));
}

/** These comments of the company's templates, without those of deleted templates. */
export function commentsByIds(ctx: ReadCtx, ids: readonly string[]) {
  return inTemplates(ctx)
    .where('template_comments.id', 'in', ids.slice(0, mostOthers))
    .orderBy('template_comments.name')
    .orderBy('template_comments.id')
    .execute();
}

/**
 * The comments with every word of a search in their name, text or tags: those of items with this name first, then those
 * with every word in the name.
 */
export function findComments(ctx: ReadCtx, search: string, item: string | undefined) {
  const foldedName = sql<string>`comment_search_text(template_comments.name, null, '{}')`;
  const isNamed = sql.join([sql`true`, ...containsWords(foldedName, search)], sql` and `);
  return inTemplates(ctx)
    .where((eb) => eb.and(containsWords(sql`template_comments.search_text`, search)))
    .orderBy(sql`lower(template_items.name) = lower(${item ?? ''})`, 'desc')
    .orderBy(isNamed, 'desc')
    .orderBy(sql`lower(template_comments.name)`)
    .orderBy('template_comments.id')
    .limit(mostFound)
    .execute();
}

function inTemplates(ctx: ReadCtx) {
  return mine(ctx, 'template_comments')
    .innerJoin('template_items', (on) =>
      on
        .onRef('template_items.subscriber_id', '=', 'template_comments.subscriber_id')
        .onRef('template_items.id', '=', 'template_comments.item_id'),
    )
    .innerJoin('template_sections', (on) =>
      on
        .onRef('template_sections.subscriber_id', '=', 'template_items.subscriber_id')
        .onRef('template_sections.id', '=', 'template_items.section_id'),
    )
    .innerJoin('templates', (on) =>
      on
        .onRef('templates.subscriber_id', '=', 'template_sections.subscriber_id')
        .onRef('templates.id', '=', 'template_sections.template_id'),
    )
    .where('templates.deleted_at', 'is', null)
    .select([
      'template_comments.id',
      'template_comments.kind',
      'template_comments.name',
      'template_comments.answer_type',
      'template_comments.options',
      'template_comments.default_text',
      'template_comments.default_location',
      'template_comments.category',
      'template_comments.recommendation',
      'template_comments.tags',
      'template_comments.min_cost_cents',
      'template_comments.max_cost_cents',
      'template_items.name as item',
      'template_sections.name as section',
      'templates.name as template',
    ]);
}
