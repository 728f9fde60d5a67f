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
 * Looks up the address and queues the mail if it is known. A job, so that the request returns the same response in the
 * same time for known and unknown addresses.
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
  // The address may have been released while waiting for the lock: no code is created then.
  const found = await anyTenantLogin(w, email);
  if (!found || found.status === 0 || found.company_status === 0) return;
  if (purpose === 'verify' && found.email_verified_at) return;
  if ((await recordHit(w.db, w.now, `account-mail:${purpose}:${email}`, 60)) > maxPerHour) return;
  const code_id = await createCode(w, user, purpose);
  const tenant = anyTenantCtx(w, found.subscriber_id);
  const type = purpose === 'verify' ? 'user.verification_asked' : 'user.password_reset_asked';
  await tenant.emit({ type, user_id: found.user_id, code_id });
}
