import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

/**
 * A secret of the company in clear (`payment.5.secret_key`, `webhook_secret`), or null; only for the rooms that hand it to
 * the provider. It must not reach an answer, a log or an audit row.
 */
export async function readSecret(ctx: ReadCtx | WriteCtx, name: string): Promise<string | null> {
  const row = await mine(ctx, 'company_secrets').where('name', '=', name).select('locked').executeTakeFirst();
  return row ? ctx.installation.unlock(row.locked, `${ctx.subscriberId} ${name}`) : null;
}
