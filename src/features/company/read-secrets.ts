import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

/** Decrypts the named secrets of the company that are set. Restricted like `readSecret`. */
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
 * Decrypts a secret of the company (`payment.5.secret_key`, `webhook_secret`); null if not set. Only for features that
 * send it to the provider. Must not appear in a response, log or audit row.
 */
export async function readSecret(ctx: ReadCtx | WriteCtx, name: string): Promise<string | null> {
  return (await readSecrets(ctx, [name])).get(name) ?? null;
}

function unlocked(ctx: ReadCtx | WriteCtx, name: string, locked: string): string {
  return ctx.installation.decrypt(locked, `${ctx.subscriberId} ${name}`);
}
