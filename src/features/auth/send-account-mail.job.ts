import type { WriteCtx } from '#server/context.ts';
import { anyTenantCtx } from '#server/http/call-contexts.ts';
import { recordHit } from '#server/http/rate-limits.ts';
import { job } from '#server/jobs.ts';
import { createCode } from './codes.ts';
import { anyTenantLogin, lockAccount } from './store.ts';

interface AccountMail {
  email: string;
  purpose: 'verify' | 'reset';
}

const maxPerHour = 5;

/**
 * Finds out whether the address is known and lets the mail be written. It is a job so that the request answers the same,
 * and equally fast, for known and unknown addresses.
 */
export const sendAccountMail = job<AccountMail>(
  'auth/account-mail',
  (ctx, data) => ctx.tx((w) => askForMail(w, data)),
  { scope: 'platform' },
);

async function askForMail(w: WriteCtx, { email, purpose }: AccountMail): Promise<void> {
  const asked = await anyTenantLogin(w, email);
  if (!asked) return;
  const user = { userId: asked.user_id, subscriberId: asked.subscriber_id };
  await lockAccount(w, user);
  // The address may have been given up while this waited: no code is made for it then.
  const found = await anyTenantLogin(w, email);
  if (!found || found.status === 0 || found.company_status === 0) return;
  if (purpose === 'verify' && found.email_verified_at) return;
  if ((await recordHit(w.db, w.now, `account-mail:${purpose}:${email}`, 60)) > maxPerHour) return;
  const code_id = await createCode(w, user, purpose);
  const tenant = anyTenantCtx(w, found.subscriber_id);
  const type = purpose === 'verify' ? 'user.verification_asked' : 'user.password_reset_asked';
  await tenant.emit({ type, user_id: found.user_id, code_id });
}
