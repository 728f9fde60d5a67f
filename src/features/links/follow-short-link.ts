import { sql } from 'kysely';
import type { WriteCtx } from '#server/context.ts';
import { anyTenantDb } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';

/**
 * Returns the target of a short link of any company and counts the click.
 * Throws NOT_FOUND for unknown and expired links and for foreign targets.
 */
export async function anyTenantFollowShortLink(
  ctx: WriteCtx,
  input: { uniqId: string },
): Promise<{ target: string }> {
  const row = await anyTenantDb(ctx)
    .updateTable('short_links')
    .set({ clicks: sql`clicks + 1` })
    .where('uniq_id', '=', input.uniqId)
    .where('expires_at', '>', ctx.now)
    .returning('target')
    .executeTakeFirst();
  if (!row || !isOwnPath(row.target)) throw notFound('This link does not work');
  return { target: row.target };
}

/** Whether the target is a path of this installation; `//host` and absolute addresses would be an open redirect. */
function isOwnPath(target: string): boolean {
  return /^\/[^/\\]/.test(target);
}
