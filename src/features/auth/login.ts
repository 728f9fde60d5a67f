import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { anyTenantCtx } from '#server/http/call-contexts.ts';
import { ipBucket } from '#server/http/ip-bucket.ts';
import { countRecentHits, rateLimitedError, recordHit, removeHit } from '#server/http/rate-limits.ts';
import { AppError } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type { login as contract, SessionUser } from './contract.ts';
import { knownDevice, rememberDevice } from './known-device.ts';
import { openSession } from './open-session.ts';
import { verifyPassword } from './passwords.ts';
import { presentSession } from './present.ts';
import * as store from './store.ts';

const maxFailures = 5;
/**
 * For all e-mail addresses from one IP address: allows an office's typing errors, blocks trying a list of addresses.
 */
const maxFailuresOfPlace = 100;
/** For one account from all IP addresses: guesses that are spread over many. */
const maxFailuresOfAccount = 20;
/** On a device on which the account has signed in before, which is let in while others guess. */
const maxFailuresOfDevice = 10;
const windowMinutes = 15;

interface LoginAnswer {
  accessToken: string;
  user: SessionUser | null;
  mustReset?: boolean;
}

/**
 * Signs in with e-mail and password. An unknown address and a wrong password return the same error in the same time;
 * that an account is inactive or unverified is revealed only after the right password. Limited in 15 minutes to five
 * failures per e-mail and IP address, a hundred per IP address, and twenty per account, except on devices that have signed
 * in to it before; its owner gets a mail. An attempt counts as a failure until its password has been verified, so a
 * concurrent burst can't exceed the limits.
 */
export async function login(ctx: ActionCtx, input: HandlerInput<typeof contract>): Promise<LoginAnswer> {
  const place = ipBucket(ctx.ip);
  const device = knownDevice(ctx, input.email);
  const limits: Limits = [
    { bucket: `login:${input.email}:${place}`, most: maxFailures },
    { bucket: `login-place:${place}`, most: maxFailuresOfPlace },
    device
      ? { bucket: `login-device:${device}`, most: maxFailuresOfDevice }
      : { bucket: `login-account:${input.email}`, most: maxFailuresOfAccount },
  ];
  const { found, isLast } = await ctx.tx(async (w) => ({
    isLast: await countAttempt(w, limits),
    found: await store.anyTenantLogin(w, input.email),
  }));
  const isMatch = await verifyPassword(found?.password_hash ?? null, input.password);
  if (!found || !isMatch) {
    logRefusal(ctx, input.email, found, 'wrong password');
    if (found && isLast && !device) await ctx.tx((w) => reportGuessing(w, found));
    throw invalidCredentials();
  }
  const outcome = await ctx.tx(async (w) => {
    const current = await reloadLogin(w, input.email, found);
    if (!current) return null;
    const refusal = refusalFor(w, current);
    const answer = refusal || current.must_reset_password ? null : await enter(w, current);
    if (answer) rememberDevice(w, input.email);
    await uncountAttempt(w, limits);
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

/** How many failures a bucket may have: of the address at its place, of the place, and of the device or account. */
interface Limit {
  bucket: string;
  most: number;
}
type Limits = readonly [Limit, Limit, Limit];

/**
 * Counts an attempt, and returns whether the device or account may have no further one. Throws RATE_LIMITED, without
 * counting it, if it exceeds a limit. Attempts within the same minute serialize on the counter row.
 */
async function countAttempt(w: WriteCtx, limits: Limits): Promise<boolean> {
  for (const { bucket } of limits) await recordHit(w.db, w.now, bucket, 1);
  const buckets = limits.map(({ bucket }) => bucket);
  const hits = await countRecentHits(w.db, w.now, buckets, windowMinutes);
  const left = limits.map(({ bucket, most }) => most - (hits.get(bucket) ?? 0));
  if (left.some((one) => one < 0)) throw rateLimitedError(windowMinutes);
  return left[2] === 0;
}

/** Stops counting an attempt whose password was right. */
async function uncountAttempt(w: WriteCtx, limits: Limits): Promise<void> {
  for (const { bucket } of limits) await removeHit(w.db, w.now, bucket, 1);
}

/** Lets the account's owner know, once a day, that someone guesses its password. */
async function reportGuessing(w: WriteCtx, { subscriber_id, user_id }: Found): Promise<void> {
  await anyTenantCtx(w, subscriber_id).emit({ type: 'user.password_guessed', user_id });
}

/** For operators: which account, which user if there is one, from where. The caller learns none of it. */
function logRefusal(ctx: ActionCtx, account: string, found: Found | undefined, why: string): void {
  ctx.log.info({ account, userId: found?.user_id ?? null, address: ctx.ip, why }, 'sign-in refused');
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
