import { sql } from 'kysely';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { decodeCursor, pageSize, toPage } from '#wire/paging.ts';
import type { HandlerInput } from '#wire/route.ts';
import type { listTemplates } from './contract.ts';

/** A page of the company's templates, sorted by name. Companies have only tens of them, so the total is counted. */
export async function page(ctx: ReadCtx, input: HandlerInput<typeof listTemplates>) {
  const perPage = pageSize(input);
  const after = decodeCursor(input.cursor, 'text', 'id');
  let all = mine(ctx, 'templates').where('deleted_at', 'is', null);
  if (input.status !== undefined) all = all.where('status', '=', input.status);
  if (input.text) {
    const pattern = `%${input.text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    all = all.where(sql<boolean>`lower(name) like ${pattern}`);
  }
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  let rows = all;
  if (after) rows = rows.where(sql<boolean>`(lower(name), id) > (${after[0]}, ${after[1]}::uuid)`);
  const found = await rows
    .select(['id', 'name', 'description', 'report_title', 'status', 'version', 'updated_at'])
    .select(sql<string>`lower(name)`.as('sort_name'))
    .select((eb) => [
      partsOf(eb, 'template_sections').as('sections'),
      partsOf(eb, 'template_items').as('items'),
      partsOf(eb, 'template_comments').as('comments'),
    ])
    .select(usedBy.as('used_by'))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(perPage + 1)
    .execute();
  return toPage(found, perPage, (row) => [row.sort_name, row.id], total);
}

/** Names of the services and add-ons that include the template of the row, sorted. */
const usedBy = sql<string[]>`(
  select coalesce(array_agg(name order by name), '{}') from (
    select name from services s
      where s.subscriber_id = templates.subscriber_id and s.deleted_at is null and templates.id = any(s.template_ids)
    union
    select a.name from add_ons a join services s on s.subscriber_id = a.subscriber_id and s.id = a.service_id
      where a.subscriber_id = templates.subscriber_id and a.deleted_at is null and s.deleted_at is null
        and templates.id = any(a.template_ids)
  ) named)`;

/** Names of the services and add-ons that include a template. */
export async function listServicesUsing(ctx: WriteCtx, id: string): Promise<string[]> {
  const row = await mine(ctx, 'templates')
    .where('id', '=', id)
    .select(usedBy.as('used_by'))
    .executeTakeFirst();
  return row?.used_by ?? [];
}

type Parts = 'template_sections' | 'template_items' | 'template_comments';

function partsOf(_: unknown, table: Parts) {
  const from = sql.table(table);
  return sql<number>`(select count(*) from ${from} p where p.subscriber_id = templates.subscriber_id and p.template_id = templates.id)`;
}

/** Loads the rows of one template, each level in order. Returns undefined if the template does not exist. */
export async function loadTemplateTree(
  ctx: ReadCtx | WriteCtx,
  id: string,
  options?: { mayBeDeleted: true },
) {
  let found = mine(ctx, 'templates').where('id', '=', id);
  if (!options?.mayBeDeleted) found = found.where('deleted_at', 'is', null);
  const template = await found.selectAll().executeTakeFirst();
  if (!template) return undefined;
  const sections = await mine(ctx, 'template_sections')
    .where('template_id', '=', id)
    .orderBy('position')
    .selectAll()
    .execute();
  const items = await mine(ctx, 'template_items')
    .where('template_id', '=', id)
    .orderBy('position')
    .selectAll()
    .execute();
  const comments = await mine(ctx, 'template_comments')
    .where('template_id', '=', id)
    .orderBy('kind')
    .orderBy('position')
    .selectAll()
    .execute();
  return { template, sections, items, comments };
}
