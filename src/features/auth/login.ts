import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { ipBucket } from '#server/http/ip-bucket.ts';
import { countRecentHits, rateLimitedError, recordHit, removeHit } from '#server/http/rate-limits.ts';
import { AppError } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type { login as contract, SessionUser } from './contract.ts';
import { openSession } from './open-session.ts';
import { verifyPassword } from './passwords.ts';
import { presentSession } from './present.ts';
import * as store from './store.ts';

const maxFailures = 5;
/**
 * For all e-mail addresses from one IP address: allows an office's typing errors, blocks trying a list of addresses.
 */
const maxFailuresOfPlace = 100;
const windowMinutes = 15;

interface LoginAnswer {
  accessToken: string;
  user: SessionUser | null;
  mustReset?: boolean;
}

/**
 * Signs in with e-mail and password. An unknown address and a wrong password return the same error in the same time;
 * that an account is inactive or unverified is revealed only after the right password. Limited to five failures per
 * e-mail and IP address in 15 minutes, and a hundred per IP address. An attempt counts as a failure until its password
 * has been verified, so a concurrent burst can't exceed the limit.
 */
export async function login(ctx: ActionCtx, input: HandlerInput<typeof contract>): Promise<LoginAnswer> {
  const place = ipBucket(ctx.ip);
  const buckets: Buckets = [`login:${input.email}:${place}`, `login-place:${place}`];
  const found = await ctx.tx(async (w) => {
    await countAttempt(w, buckets);
    return store.anyTenantLogin(w, input.email);
  });
  const isMatch = await verifyPassword(found?.password_hash ?? null, input.password);
  if (!found || !isMatch) throw invalidCredentials();
  const outcome = await ctx.tx(async (w) => {
    const current = await reloadLogin(w, input.email, found);
    if (!current) return null;
    const refusal = refusalFor(w, current);
    const answer = refusal || current.must_reset_password ? null : await enter(w, current);
    await uncountAttempt(w, buckets);
    return { refusal, answer };
  });
  if (!outcome) throw invalidCredentials();
  if (outcome.refusal) throw outcome.refusal;
  return outcome.answer ?? mustReset(ctx, found);
}

function invalidCredentials(): AppError {
  return new AppError('INVALID_CREDENTIALS', 'Incorrect email or password');
}

/** For the e-mail address at its IP address, and for the IP address. */
type Buckets = readonly [ofAddress: string, ofPlace: string];

/**
 * Counts an attempt. Throws RATE_LIMITED, without counting it, if it exceeds the limit. Attempts within the same minute
 * serialize on the counter row.
 */
async function countAttempt(w: WriteCtx, buckets: Buckets): Promise<void> {
  for (const bucket of buckets) await recordHit(w.db, w.now, bucket, 1);
  const hits = await countRecentHits(w.db, w.now, buckets, windowMinutes);
  const [ofAddress, ofPlace] = buckets;
  if ((hits.get(ofAddress) ?? 0) > maxFailures || (hits.get(ofPlace) ?? 0) > maxFailuresOfPlace)
    throw rateLimitedError(windowMinutes);
}

/** Stops counting an attempt whose password was right. */
async function uncountAttempt(w: WriteCtx, buckets: Buckets): Promise<void> {
  for (const bucket of buckets) await removeHit(w.db, w.now, bucket, 1);
}

type Found = NonNullable<Awaited<ReturnType<typeof store.anyTenantLogin>>>;

/** Reloads the login; null if its password has changed since it was verified, which takes a while. */
async function reloadLogin(w: WriteCtx, email: string, was: Found): Promise<Found | null> {
  await store.lockAccount(w, { userId: was.user_id, subscriberId: was.subscriber_id });
  const now = await store.anyTenantLogin(w, email);
  return now && now.user_id === was.user_id && now.password_hash === was.password_hash ? now : null;
}

/** The reason why a user with the right password can't sign in, if any. */
function refusalFor({ installation }: WriteCtx, found: Found): AppError | null {
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

async function enter(w: WriteCtx, found: Found): Promise<LoginAnswer> {
  const holder = { userId: found.user_id, subscriberId: found.subscriber_id };
  const sessionId = await openSession(w, holder);
  await w.audit({ action: 'login', entity: 'user', entity_id: found.user_id });
  const accessToken = await w.installation.signAccessToken({ ...holder, sessionId, purpose: 'full' }, w.now);
  const row = await store.sessionRow(w, found.subscriber_id, found.user_id);
  return { accessToken, user: row ? presentSession(row) : null };
}

async function mustReset(ctx: ActionCtx, found: Found): Promise<LoginAnswer> {
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
