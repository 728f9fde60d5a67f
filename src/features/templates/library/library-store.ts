import { type RawBuilder, sql } from 'kysely';
import type { TemplateComment } from '#domain/templates/template.ts';
import { type RichText, toPlainText } from '#domain/text/rich-text.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { decodeCursor, pageSize, toPage } from '#wire/paging.ts';
import type { HandlerInput } from '#wire/route.ts';
import type { LibraryComment, listDuplicateComments, listLibraryComments } from '../library-contract.ts';
import { containsWords } from '../match-comments.ts';

type AnyCtx = ReadCtx | WriteCtx;

/** A comment of any template as it is stored, with its place. */
export interface PlacedComment extends TemplateComment {
  template_id: string;
  template_name: string;
  section_id: string;
  section_name: string;
  item_name: string;
}

/** Comments of templates that were not deleted, with their places. */
const placed = (ctx: AnyCtx) => sql`
  template_comments c
  join templates t on t.subscriber_id = c.subscriber_id and t.id = c.template_id and t.deleted_at is null
  join template_items i on i.subscriber_id = c.subscriber_id and i.id = c.item_id
  join template_sections s on s.subscriber_id = i.subscriber_id and s.id = i.section_id
  where c.subscriber_id = ${ctx.subscriberId}::uuid`;

const columns = sql`c.id, c.item_id, c.kind, c.name, c.answer_type, c.options, c.default_text, c.default_location,
  c.category, c.recommendation, c.tags, c.min_cost_cents, c.max_cost_cents, c.is_default, c.is_required, c.position,
  c.template_id, t.name as template_name, s.id as section_id, s.name as section_name, i.name as item_name`;

const mostCounted = 1000;

/** A page of the comments of all templates, by name. */
export async function page(ctx: ReadCtx, input: HandlerInput<typeof listLibraryComments>) {
  const perPage = pageSize(input);
  const after = decodeCursor(input.cursor, 'text', 'id');
  const filters = [
    ...containing(input.text),
    ...(input.name ? [sql`and lower(c.name) = lower(${input.name})`] : []),
    ...(input.kind === undefined ? [] : [sql`and c.kind = ${input.kind}`]),
    ...(input.template_id ? [sql`and c.template_id = ${input.template_id}::uuid`] : []),
  ];
  const matching = sql`${placed(ctx)} ${sql.join(filters, sql` `)}`;
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total
    from (select 1 from ${matching} limit ${sql.lit(mostCounted)}) as found`.execute(ctx.db);
  const later = after ? sql`and (lower(c.name), c.id) > (${after[0]}, ${after[1]}::uuid)` : sql``;
  const { rows } = await sql<
    PlacedComment & { sort_name: string }
  >`select ${columns}, lower(c.name) as sort_name
    from ${matching} ${later} order by lower(c.name), c.id limit ${perPage + 1}`.execute(ctx.db);
  const total = counted[0]?.total ?? 0;
  const { pageData, pageInfo } = toPage(rows, perPage, (row) => [row.sort_name, row.id], total);
  return {
    pageData: pageData.map(libraryComment),
    pageInfo: { ...pageInfo, totalIsCapped: total >= mostCounted },
  };
}

/** A page of the names that several comments of one kind have. */
export async function duplicatesPage(ctx: ReadCtx, input: HandlerInput<typeof listDuplicateComments>) {
  const perPage = pageSize(input);
  const after = decodeCursor(input.cursor, 'text', 'count');
  const groups = sql`select lower(c.name) as sort_name, c.kind, min(c.name) as name, count(*) as places,
      count(distinct coalesce(c.default_text, 'null'::jsonb)) as wordings
    from template_comments c
      join templates t on t.subscriber_id = c.subscriber_id and t.id = c.template_id and t.deleted_at is null
    where c.subscriber_id = ${ctx.subscriberId}::uuid ${sql.join(containing(input.text), sql` `)}
    group by lower(c.name), c.kind having count(*) > 1 and count(c.default_text) > 0`;
  const later = after ? sql`where (sort_name, kind) > (${after[0]}, ${after[1]})` : sql``;
  // Grouping reads every comment of the company, so one statement counts the groups and takes the page.
  const { rows } = await sql<DuplicateGroup & { total: number }>`with groups as materialized (${groups})
    select counted.total, page.* from (select count(*) as total from groups) as counted
    left join lateral (select * from groups ${later} order by sort_name, kind limit ${perPage + 1}) as page on true
    order by page.sort_name, page.kind`.execute(ctx.db);
  // After the last page only the count is left.
  const found = rows.filter((row) => (row.name as string | null) !== null);
  return toPage(found, perPage, (row) => [row.sort_name, row.kind], rows[0]?.total ?? 0);
}

interface DuplicateGroup {
  sort_name: string;
  kind: number;
  name: string;
  places: number;
  wordings: number;
}

/** One condition per word; a word may be anywhere in the name, text or tags. */
function containing(text: string | undefined): RawBuilder<unknown>[] {
  return containsWords(sql`c.search_text`, text).map((condition) => sql`and ${condition}`);
}

/** The comments with these ids, with their places. */
export async function commentsById(ctx: AnyCtx, ids: readonly string[]): Promise<PlacedComment[]> {
  const { rows } =
    await sql<PlacedComment>`select ${columns} from ${placed(ctx)} and c.id = any(${ids}::uuid[])
    order by t.name, s.position, i.position, c.position, c.id`.execute(ctx.db);
  return rows;
}

/** Comments in the order of their ids after `after`, up to `limit`, of one template or of all. */
export async function nextComments(
  ctx: AnyCtx,
  limit: number,
  after: string | null,
  templateId: string | undefined,
): Promise<PlacedComment[]> {
  const { rows } = await sql<PlacedComment>`select ${columns} from ${placed(ctx)}
    ${templateId ? sql`and c.template_id = ${templateId}::uuid` : sql``}
    ${after ? sql`and c.id > ${after}::uuid` : sql``}
    order by c.id limit ${limit}`.execute(ctx.db);
  return rows;
}

/** A comment as the library shows it. */
export function libraryComment(row: PlacedComment): LibraryComment {
  const { id, kind, name, category, recommendation, tags } = row;
  return {
    id,
    kind,
    name,
    text: plainText(row.default_text),
    category,
    recommendation,
    tags,
    template: { id: row.template_id, name: row.template_name },
    section: { id: row.section_id, name: row.section_name },
    item: { id: row.item_id, name: row.item_name },
  };
}

/** The text of a comment as one line of a list. */
export const plainText = (text: RichText | null): string => (text ? toPlainText(text).slice(0, 600) : '');
