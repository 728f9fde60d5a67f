import { sql } from 'kysely';
import type { LinkKind } from '#wire/route.ts';
import type { ReadCtx } from '../context.ts';

/**
 * For routes whose public id stands in the body, so that the kit cannot read it from the path: puts the transaction behind
 * the lock of the link's tenant and gives a context for it, with no person in it. Null for an unknown or revoked link, or a
 * suspended company; the transaction then stays where it was.
 */
export async function enterLink(ctx: ReadCtx, token: string, kind: LinkKind): Promise<ReadCtx | null> {
  const row = await ctx.db
    .selectFrom('public_links')
    .where('token', '=', token)
    .where('kind', '=', kind)
    .where('revoked_at', 'is', null)
    .select(['subscriber_id', 'target_id'])
    .executeTakeFirst();
  if (!row) return null;
  await sql`select set_config('app.tenant_id', ${row.subscriber_id}, true)`.execute(ctx.db as never);
  const company = await ctx.db
    .selectFrom('companies')
    .where('subscriber_id', '=', row.subscriber_id)
    .where('status', '=', 1)
    .select('subscriber_id')
    .executeTakeFirst();
  if (!company) {
    await sql`select set_config('app.tenant_id', ${ctx.subscriberId}, true)`.execute(ctx.db as never);
    return null;
  }
  const link = { kind, subscriberId: row.subscriber_id, id: row.target_id };
  return { ...ctx, subscriberId: row.subscriber_id, actor: null, link };
}
