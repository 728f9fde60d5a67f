import { addHours, type Instant, isBefore } from '#domain/base/time.ts';
import type { WriteCtx } from '#server/context.ts';
import { newId, newToken, sha256Hex } from '#server/ids.ts';

export const refreshCookie = 'gable_refresh';
/** Says to pages that there may be a session: without it they don't ask for one. Not a secret; read by web/session.ts. */
const signedInCookie = 'gable_signed_in';
export const cookiePath = '/api/v2/auth';
/** A session that is not used for this long ends. */
const sessionDays = 30;
/** However much it is used, a session ends this long after its login (ASVS 7.3.2). */
const mostDays = 90;

interface Holder {
  userId: string;
  subscriberId: string;
}

/** Returns when a session ends for good that started at a time, unless it is not used for 30 days before. */
export function endOfSession(startedAt: Instant): Instant {
  return addHours(startedAt, mostDays * 24);
}

/** Opens a session (or continues the given family, until 90 days after its login) and sets the refresh cookie. Returns the family's id. */
export async function openSession(
  ctx: WriteCtx,
  holder: Holder,
  family?: { id: string; startedAt: Instant },
): Promise<string> {
  const id = newId();
  const token = newToken();
  const familyId = family?.id ?? id;
  const startedAt = family?.startedAt ?? ctx.now;
  const unused = addHours(ctx.now, sessionDays * 24);
  const end = endOfSession(startedAt);
  const expiresAt = isBefore(end, unused) ? end : unused;
  await ctx.db
    .insertInto('sessions')
    .values({
      id,
      family_id: familyId,
      user_id: holder.userId,
      subscriber_id: holder.subscriberId,
      token_hash: sha256Hex(token),
      user_agent: ctx.userAgent,
      ip: ctx.ip,
      created_at: ctx.now,
      family_started_at: startedAt,
      expires_at: expiresAt,
    })
    .execute();
  // A retried transaction must not send the cookie of the rolled-back attempt.
  const maxAgeSeconds = Math.floor((Date.parse(expiresAt) - Date.parse(ctx.now)) / 1000);
  ctx.reply.cookies = [
    { name: refreshCookie, value: token, maxAgeSeconds, path: cookiePath },
    { name: signedInCookie, value: '1', maxAgeSeconds, path: '/', isReadable: true },
  ];
  return familyId;
}

/** Clears the refresh cookie. */
export function clearRefreshCookie(ctx: Pick<WriteCtx, 'reply'>): void {
  ctx.reply.cookies = [
    { name: refreshCookie, value: '', maxAgeSeconds: 0, path: cookiePath },
    { name: signedInCookie, value: '', maxAgeSeconds: 0, path: '/', isReadable: true },
  ];
}
