import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { deleteMine, insertMine, mine } from '#server/db/scope.ts';

/** The names of all secrets that are set, without their values. */
export async function secretNames(ctx: ReadCtx | WriteCtx): Promise<ReadonlySet<string>> {
  const rows = await mine(ctx, 'company_secrets').select('name').execute();
  return new Set(rows.map((row) => row.name));
}

/** Stores a secret encrypted, or deletes it (null). */
export async function saveSecret(ctx: WriteCtx, name: string, secret: string | null): Promise<void> {
  if (secret === null) {
    await deleteMine(ctx, 'company_secrets').where('name', '=', name).execute();
    return;
  }
  const locked = ctx.installation.encrypt(secret, `${ctx.subscriberId} ${name}`);
  await insertMine(ctx, 'company_secrets', { name, locked, updated_at: ctx.now })
    .onConflict((oc) => oc.columns(['subscriber_id', 'name']).doUpdateSet({ locked, updated_at: ctx.now }))
    .execute();
}
