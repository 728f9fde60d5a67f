import type { WriteCtx } from '#server/context.ts';
import { anyTenantCtx } from '#server/http/call-contexts.ts';
import { hasVerified, redeemCode } from './codes.ts';

/**
 * Handles the link of the verification mail and redirects the browser to the result page. Mail scanners open links
 * before recipients do, so repeating the link within a day returns the same result.
 */
export async function verifyEmail(w: WriteCtx, input: { token?: string | undefined }): Promise<null> {
  const token = input.token ?? '';
  const passed = (await verifies(w, token)) || (await hasVerified(w, token));
  w.reply.redirect = `/auth/account-verified/${passed}`;
  return null;
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
