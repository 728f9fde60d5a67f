import type { WriteCtx } from '#server/context.ts';
import { insertMine, updateMine } from '#server/db/scope.ts';

/** A page without a login: its token, what kind of record it shows, and the id of that record. */
export interface NewPublicLink {
  token: string;
  kind: string;
  targetId: string;
}

/** Opens a public link of the company under a new random token. */
export async function createPublicLink(ctx: WriteCtx, link: NewPublicLink): Promise<void> {
  await insertLink(ctx, link).execute();
}

/**
 * Opens a public link under a token that was chosen, not drawn. Returns false when it is taken, whoever owns it: tokens are
 * unique across the installation, because the token alone gives the tenant.
 */
export async function claimPublicLink(ctx: WriteCtx, link: NewPublicLink): Promise<boolean> {
  const created = await insertLink(ctx, link)
    .onConflict((oc) => oc.column('token').doNothing())
    .returning('token')
    .executeTakeFirst();
  return created !== undefined;
}

/** Revokes every public link of this kind to the record. */
export async function revokePublicLinks(ctx: WriteCtx, kind: string, targetId: string): Promise<void> {
  await updateMine(ctx, 'public_links')
    .set({ revoked_at: ctx.now })
    .where('kind', '=', kind)
    .where('target_id', '=', targetId)
    .execute();
}

const insertLink = (ctx: WriteCtx, { token, kind, targetId }: NewPublicLink) =>
  insertMine(ctx, 'public_links', { token, kind, target_id: targetId, created_at: ctx.now });
