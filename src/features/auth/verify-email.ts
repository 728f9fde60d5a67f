import { anyTenantCtx } from '#server/calls.ts';
import type { ErrandCtx } from '#server/context.ts';
import { useCode } from './codes.ts';

/** Follows the link of the verification mail and sends the browser on to the page that tells how it went. */
export async function verifyEmail(ctx: ErrandCtx, input: { token?: string | undefined }): Promise<null> {
  const passed = await ctx.tx(async (w) => {
    const used = await useCode(w, input.token ?? '', ['verify']);
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
  });
  ctx.reply.redirect = `/auth/account-verified/${passed}`;
  return null;
}
