import { sql } from 'kysely';
import type { TemplateTrade } from '#domain/templates/trades.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { decodeCursor, pageSize, toPage } from '#wire/paging.ts';
import type { HandlerInput } from '#wire/route.ts';
import type { listStoreTemplates } from '../store-contract.ts';

const listed = ['id', 'name', 'description', 'trade', 'sections', 'items', 'comments', 'updated_at'] as const;

/** A page of the templates that are offered, in the order of the store. There are tens of them: the total is counted. */
export async function pageOfOffered(ctx: ReadCtx, input: HandlerInput<typeof listStoreTemplates>) {
  const perPage = pageSize(input);
  const after = decodeCursor(input.cursor, 'count', 'id');
  let all = ctx.db
    .selectFrom('store_templates')
    .where('deleted_at', 'is', null)
    .where('is_offered', '=', true);
  if (input.trade) all = all.where('trade', '=', input.trade);
  if (input.text) {
    const pattern = `%${input.text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    all = all.where(sql<boolean>`lower(name || ' ' || description) like ${pattern}`);
  }
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  let rows = all;
  if (after) rows = rows.where(sql<boolean>`(position, id) > (${after[0]}, ${after[1]}::uuid)`);
  const found = await rows
    .select([...listed, 'position'])
    .orderBy('position')
    .orderBy('id')
    .limit(perPage + 1)
    .execute();
  return toPage(found, perPage, (row) => [row.position, row.id], total);
}

/** A store template with its content, or undefined if it is not offered. */
export async function offeredById(ctx: ReadCtx | WriteCtx, id: string) {
  return ctx.db
    .selectFrom('store_templates')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('is_offered', '=', true)
    .select([...listed, 'content'])
    .executeTakeFirst();
}

/** All templates of the store in its order. */
export async function all(ctx: ReadCtx | WriteCtx) {
  return ctx.db
    .selectFrom('store_templates')
    .where('deleted_at', 'is', null)
    .select([...listed, 'is_offered', 'rev'])
    .select(sql<boolean>`shipped_key is not null`.as('is_shipped'))
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** The columns that follow from the content of a store template. */
export interface CatalogContent {
  name: string;
  description: string;
  trade: TemplateTrade;
  content: string;
  sections: number;
  items: number;
  comments: number;
}

/** Adds a template at the end of the store. */
export async function insert(ctx: WriteCtx, id: string, content: CatalogContent): Promise<void> {
  await ctx.db
    .insertInto('store_templates')
    .values({
      ...{ id, ...content, updated_at: ctx.now },
      position: sql<number>`(select coalesce(max(position) + 1, 0) from store_templates)`,
    })
    .execute();
}

/** Changes a template of the store and returns whether there is one. `mayBeDeleted` finds also one that was removed. */
export async function update(
  ctx: WriteCtx,
  id: string,
  changes: Partial<CatalogContent> & { is_offered?: boolean; deleted_at?: string | null },
  mayBeDeleted = false,
): Promise<boolean> {
  const row = await ctx.db
    .updateTable('store_templates')
    .set({ ...changes, updated_at: ctx.now })
    .$if(changes.content !== undefined, (query) => query.set((eb) => ({ rev: eb('rev', '+', 1) })))
    .where('id', '=', id)
    .$if(!mayBeDeleted, (query) => query.where('deleted_at', 'is', null))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Numbers the templates in the order of the ids. */
export async function setOrder(ctx: WriteCtx, ids: readonly string[]): Promise<void> {
  await sql`update store_templates t set position = o.position
    from (select id, (row_number() over (order by given.at nulls last, s.position, s.id) - 1)::int as position
      from store_templates s left join unnest(${ids}::uuid[]) with ordinality as given(given_id, at) on given.given_id = s.id) o
    where o.id = t.id and t.position <> o.position`.execute(ctx.db);
}
