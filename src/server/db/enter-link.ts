import { sql } from 'kysely';
import type { LinkKind } from '#wire/route.ts';
import type { ReadCtx } from '../context.ts';

/**
 * Moves the transaction to the tenant of a link and returns a context for it, with no signed-in user. For routes whose
 * public id is in the body, where the router cannot read it from the path. Returns null for an unknown or revoked link
 * or a suspended company; the transaction's scope is then unchanged.
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
