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
/** Of all addresses tried from one place: an office behind one connection may mistype, a list of addresses is not tried out. */
const maxFailuresOfPlace = 100;
const windowMinutes = 15;

interface LoginAnswer {
  accessToken: string;
  user: SessionUser | null;
  mustReset?: boolean;
}

/**
 * Signs in with e-mail and password. An unknown address and a wrong password look alike and take equally long; that an
 * account is inactive or unverified is said only after the right password. Five failures per address and place in 15
 * minutes are the limit, and a hundred of one place. A try counts as a failure until its password has proved right, so
 * that of many sent at once no more than these are looked at.
 */
export async function login(ctx: ActionCtx, input: HandlerInput<typeof contract>): Promise<LoginAnswer> {
  const place = ipBucket(ctx.ip);
  const tried: Buckets = [`login:${input.email}:${place}`, `login-place:${place}`];
  const found = await ctx.tx(async (w) => {
    await countTry(w, tried);
    return store.anyTenantLogin(w, input.email);
  });
  const fits = await verifyPassword(found?.password_hash ?? null, input.password);
  if (!found || !fits) throw notThese();
  const welcome = await ctx.tx(async (w) => {
    const still = await stillThatLogin(w, input.email, found);
    if (!still) return null;
    const refusal = closedTo(w, still);
    const answer = refusal || still.must_reset_password ? null : await enter(w, still);
    await forgetTry(w, tried);
    return { refusal, answer };
  });
  if (!welcome) throw notThese();
  if (welcome.refusal) throw welcome.refusal;
  return welcome.answer ?? mustReset(ctx, found);
}

function notThese(): AppError {
  return new AppError('INVALID_CREDENTIALS', 'Incorrect email or password');
}

/** Of the address at its place, and of the place. */
type Buckets = readonly [ofAddress: string, ofPlace: string];

/** One more try; RATE_LIMITED, and then not counted, when it is one too many. Tries of one minute wait for each other. */
async function countTry(w: WriteCtx, buckets: Buckets): Promise<void> {
  for (const bucket of buckets) await recordHit(w.db, w.now, bucket, 1);
  const hits = await countRecentHits(w.db, w.now, buckets, windowMinutes);
  const [ofAddress, ofPlace] = buckets;
  if ((hits.get(ofAddress) ?? 0) > maxFailures || (hits.get(ofPlace) ?? 0) > maxFailuresOfPlace)
    throw rateLimitedError(windowMinutes);
}

/** The try was none: its password was right. */
async function forgetTry(w: WriteCtx, buckets: Buckets): Promise<void> {
  for (const bucket of buckets) await removeHit(w.db, w.now, bucket, 1);
}

type Found = NonNullable<Awaited<ReturnType<typeof store.anyTenantLogin>>>;

/** The login as it is now, or null when its password is no longer the one that fitted: looking at it takes a while. */
async function stillThatLogin(w: WriteCtx, email: string, was: Found): Promise<Found | null> {
  await store.lockAccount(w, { userId: was.user_id, subscriberId: was.subscriber_id });
  const now = await store.anyTenantLogin(w, email);
  return now && now.user_id === was.user_id && now.password_hash === was.password_hash ? now : null;
}

/** Why somebody with the right password may still not come in. */
function closedTo({ installation }: WriteCtx, found: Found): AppError | null {
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
