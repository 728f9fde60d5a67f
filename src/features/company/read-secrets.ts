import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

/**
 * Secrets of the company in clear by their names, those that are there; for the same rooms as `readSecret`, and under the
 * same rule.
 */
export async function readSecrets(
  ctx: ReadCtx | WriteCtx,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await mine(ctx, 'company_secrets')
    .where('name', 'in', names)
    .select(['name', 'locked'])
    .execute();
  return new Map(rows.map(({ name, locked }) => [name, unlocked(ctx, name, locked)]));
}

/**
 * A secret of the company in clear (`payment.5.secret_key`, `webhook_secret`), or null; only for the rooms that hand it to
 * the provider. It must not reach an answer, a log or an audit row.
 */
export async function readSecret(ctx: ReadCtx | WriteCtx, name: string): Promise<string | null> {
  return (await readSecrets(ctx, [name])).get(name) ?? null;
}

function unlocked(ctx: ReadCtx | WriteCtx, name: string, locked: string): string {
  return ctx.installation.decrypt(locked, `${ctx.subscriberId} ${name}`);
}
