import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { AppError } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import { attemptPassword, type FoundLogin, isPasswordUnchanged, logRefusal } from './attempt-password.ts';
import type { login as contract, SessionUser } from './contract.ts';
import { rememberDevice } from './known-device.ts';
import { openSession } from './open-session.ts';
import { presentSession } from './present.ts';
import * as store from './store.ts';

interface LoginAnswer {
  accessToken: string;
  user: SessionUser | null;
  mustReset?: boolean;
}

/**
 * Signs in with e-mail and password. An unknown address and a wrong password return the same error in the same time;
 * that an account is inactive or unverified is revealed only after the right password. Failures are limited as
 * `attemptPassword` says.
 */
export async function login(ctx: ActionCtx, input: HandlerInput<typeof contract>): Promise<LoginAnswer> {
  const attempt = await attemptPassword(ctx, input);
  if (!attempt) throw invalidCredentials();
  const { found } = attempt;
  const outcome = await ctx.tx(async (w) => {
    if (!(await isPasswordUnchanged(w, found))) return null;
    const current = await store.anyTenantLogin(w, input.email);
    // The address may be another account's by now.
    if (current?.user_id !== found.user_id) return null;
    const refusal = refusalFor(w, current);
    const answer = refusal || current.must_reset_password ? null : await enter(w, current);
    if (answer) rememberDevice(w, input.email);
    await attempt.uncount(w);
    return { refusal, answer };
  });
  if (!outcome) throw invalidCredentials();
  if (outcome.refusal) {
    logRefusal(ctx, input.email, found, outcome.refusal.message);
    throw outcome.refusal;
  }
  return outcome.answer ?? mustReset(ctx, found);
}

function invalidCredentials(): AppError {
  return new AppError('INVALID_CREDENTIALS', 'Incorrect email or password');
}

/** The reason why a user with the right password can't sign in, if any. */
function refusalFor({ installation }: WriteCtx, found: FoundLogin): AppError | null {
  if (found.status === 0 || found.company_status === 0) {
    return new AppError('FORBIDDEN', 'Your account is inactive. Please contact your administrator.', {
      code: 'inactive',
    });
  }
  if (installation.emailVerification && found.user_type === 1 && !found.email_verified_at) {
    return new AppError('FORBIDDEN', 'Please verify your email', { code: 'unverified' });
  }
  return null;
}

async function enter(w: WriteCtx, found: FoundLogin): Promise<LoginAnswer> {
  const holder = { userId: found.user_id, subscriberId: found.subscriber_id };
  const sessionId = await openSession(w, holder);
  await w.audit({ action: 'login', entity: 'user', entity_id: found.user_id });
  const accessToken = await w.installation.signAccessToken({ ...holder, sessionId, purpose: 'full' }, w.now);
  const row = await store.sessionRow(w, found.subscriber_id, found.user_id);
  return { accessToken, user: row ? presentSession(row) : null };
}

async function mustReset(ctx: ActionCtx, found: FoundLogin): Promise<LoginAnswer> {
  const claims = {
    userId: found.user_id,
    subscriberId: found.subscriber_id,
    sessionId: found.user_id,
    purpose: 'change-password',
  } as const;
  ctx.reply.isSecret = true;
  return {
    accessToken: await ctx.installation.signAccessToken(claims, ctx.now),
    user: null,
    mustReset: true,
  };
}
