import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { anyTenantCtx } from '#server/http/call-contexts.ts';
import { hasVerified, redeemCode } from './codes.ts';

/**
 * Redirects the link of the verification mail to the page with the button, and changes nothing: mail scanners open
 * links before recipients do.
 */
export async function openVerification(
  ctx: ActionCtx,
  { token }: { token?: string | undefined },
): Promise<null> {
  ctx.reply.redirect = token
    ? `/auth/verify?token=${encodeURIComponent(token)}`
    : '/auth/account-verified/false';
  return null;
}

/** Verifies the address of a token. The same token within a day returns the same result. */
export async function verifyEmail(w: WriteCtx, { token }: { token: string }): Promise<{ verified: boolean }> {
  return { verified: (await verifies(w, token)) || (await hasVerified(w, token)) };
}

async function verifies(w: WriteCtx, token: string): Promise<boolean> {
  const used = await redeemCode(w, token, ['verify']);
  if (!used) return false;
  const tenant = anyTenantCtx(w, used.subscriber_id);
  await tenant.db
    .updateTable('users')
    .set({ email_verified_at: w.now, updated_at: w.now })
    .where('subscriber_id', '=', used.subscriber_id)
    .where('id', '=', used.user_id)
    .execute();
  await tenant.emit({ type: 'user.verified', user_id: used.user_id });
  return true;
}
