import type { ErrandCtx, ReadCtx, WriteCtx } from '#server/context.ts';
import { addHit, hitsInLast, tooMany } from '#server/limits.ts';
import { AppError } from '#wire/errors.ts';
import type { Takes } from '#wire/route.ts';
import type { login as contract, SessionUser } from './contract.ts';
import { openSession } from './open-session.ts';
import { isPassword } from './passwords.ts';
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
 * minutes are the limit, and a hundred of one place.
 */
export async function login(ctx: ErrandCtx, input: Takes<typeof contract>): Promise<LoginAnswer> {
  const bucket = `login:${input.email}:${ctx.ip}`;
  const place = `login-place:${ctx.ip}`;
  const refuseTooMany = async (r: ReadCtx) => {
    const hits = await hitsInLast(r.db, ctx.now, [bucket, place], windowMinutes);
    if ((hits.get(bucket) ?? 0) >= maxFailures || (hits.get(place) ?? 0) >= maxFailuresOfPlace)
      throw tooMany(windowMinutes);
  };
  const found = await ctx.read(async (r) => {
    await refuseTooMany(r);
    return store.anyTenantLogin(r, input.email);
  });
  const fits = await isPassword(found?.password_hash ?? null, input.password);
  if (!found || !fits) {
    await ctx.tx(async (w) => {
      await addHit(w.db, ctx.now, bucket, 1);
      await addHit(w.db, ctx.now, place, 1);
    });
    throw new AppError('INVALID_CREDENTIALS', 'The email or the password is not correct');
  }
  // Guesses that came all at once have failed meanwhile: the right one among them is not let in.
  await ctx.read(refuseTooMany);
  refuseClosed(found);
  if (ctx.installation.emailVerification && found.user_type === 1 && !found.email_verified_at) {
    throw new AppError('FORBIDDEN', 'Please verify your email', { code: 'unverified' });
  }
  return found.must_reset_password ? mustReset(ctx, found) : ctx.tx((w) => enter(w, found));
}

type Found = NonNullable<Awaited<ReturnType<typeof store.anyTenantLogin>>>;

function refuseClosed(found: Found): void {
  if (found.status === 0 || found.company_status === 0) {
    throw new AppError('FORBIDDEN', 'Your account is inactive. Please contact your administrator.', {
      code: 'inactive',
    });
  }
}

async function enter(w: WriteCtx, found: Found): Promise<LoginAnswer> {
  const holder = { userId: found.user_id, subscriberId: found.subscriber_id };
  const sessionId = await openSession(w, holder);
  await w.audit({ action: 'login', entity: 'user', entity_id: found.user_id });
  const accessToken = await w.installation.accessToken({ ...holder, sessionId, purpose: 'full' }, w.now);
  const row = await store.sessionRow(w, found.subscriber_id, found.user_id);
  return { accessToken, user: row ? presentSession(row) : null };
}

async function mustReset(ctx: ErrandCtx, found: Found): Promise<LoginAnswer> {
  const claims = {
    userId: found.user_id,
    subscriberId: found.subscriber_id,
    sessionId: found.user_id,
    purpose: 'change-password',
  } as const;
  ctx.reply.isSecret = true;
  return { accessToken: await ctx.installation.accessToken(claims, ctx.now), user: null, mustReset: true };
}
