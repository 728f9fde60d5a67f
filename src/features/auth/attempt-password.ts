import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { anyTenantCtx } from '#server/http/call-contexts.ts';
import { ipBucket } from '#server/http/ip-bucket.ts';
import { countRecentHits, rateLimitedError, recordHit, removeHit } from '#server/http/rate-limits.ts';
import { knownDevice } from './known-device.ts';
import { verifyPassword } from './passwords.ts';
import * as store from './store.ts';

const maxFailures = 5;
/**
 * For all e-mail addresses from one IP address: allows an office's typing errors, blocks trying a list of addresses.
 */
const maxFailuresOfPlace = 100;
/** For one account from all IP addresses: guesses that are spread over many. */
const maxFailuresOfAccount = 20;
/** Where the account has signed in before, which is let in while others guess: on a device, or in a session. */
const maxFailuresOfKnown = 10;
const windowMinutes = 15;

export type FoundLogin = NonNullable<Awaited<ReturnType<typeof store.anyTenantLogin>>>;

/** A right password. */
interface Attempt {
  found: FoundLogin;
  /** Stops counting it as a failure, in the transaction that relies on it. */
  uncount: (w: WriteCtx) => Promise<void>;
}

/**
 * Verifies the password of an account: at the login, or in a session of the account. Returns null if it is wrong or there
 * is no such account, in the same time. Limited in 15 minutes to five failures per e-mail and IP address, a hundred per IP
 * address, and twenty per account, except on devices that have signed in to it before and in its sessions; its owner
 * gets a mail. An attempt counts as a failure until its password has been verified, so a concurrent burst can't exceed the
 * limits. Platform scope only.
 */
export async function attemptPassword(
  ctx: ActionCtx,
  { email, password }: { email: string; password: string },
): Promise<Attempt | null> {
  const sessionId = ctx.actor?.sessionId ?? null;
  const device = sessionId ? null : knownDevice(ctx, email);
  const limits = limitsOf(ctx, email, sessionId ?? device);
  const { found, isLast } = await ctx.tx(async (w) => ({
    isLast: await countAttempt(w, limits),
    found: await store.anyTenantLogin(w, email),
  }));
  const isMatch = await verifyPassword(found?.password_hash ?? null, password);
  if (found && isMatch) return { found, uncount: (w) => uncountAttempt(w, limits) };
  logRefusal(ctx, email, found, 'wrong password');
  // On a known device the user mistypes; in a session a thief may guess.
  if (found && isLast && !device) await ctx.tx((w) => reportGuessing(w, found));
  return null;
}

/**
 * Returns whether the account still has the password that was verified, which takes a while. Prevents changes until the
 * commit.
 */
export async function isPasswordUnchanged(w: WriteCtx, verified: FoundLogin): Promise<boolean> {
  const { user_id: userId, subscriber_id: subscriberId, password_hash } = verified;
  await store.lockAccount(w, { userId, subscriberId });
  const now = await w.db
    .selectFrom('logins')
    .where('user_id', '=', userId)
    .select('password_hash')
    .executeTakeFirst();
  return now?.password_hash === password_hash;
}

/** For operators: which account, which user if there is one, from where. The caller learns none of it. */
export function logRefusal(
  ctx: ActionCtx,
  account: string,
  found: FoundLogin | undefined,
  why: string,
): void {
  ctx.log.info({ account, userId: found?.user_id ?? null, address: ctx.ip, why }, 'sign-in refused');
}

/** How many failures a bucket may have: of the address at its place, of the place, and of the device or account. */
interface Limit {
  bucket: string;
  most: number;
}
type Limits = readonly [Limit, Limit, Limit];

function limitsOf(ctx: ActionCtx, email: string, known: string | null): Limits {
  const place = ipBucket(ctx.ip);
  return [
    { bucket: `login:${email}:${place}`, most: maxFailures },
    { bucket: `login-place:${place}`, most: maxFailuresOfPlace },
    known
      ? { bucket: `login-device:${known}`, most: maxFailuresOfKnown }
      : { bucket: `login-account:${email}`, most: maxFailuresOfAccount },
  ];
}

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
async function reportGuessing(w: WriteCtx, { subscriber_id, user_id }: FoundLogin): Promise<void> {
  await anyTenantCtx(w, subscriber_id).emit({ type: 'user.password_guessed', user_id });
}
