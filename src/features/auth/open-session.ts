import { addHours } from '#domain/base/time.ts';
import type { WriteCtx } from '#server/context.ts';
import { newId, newToken, sha256Hex } from '#server/ids.ts';

export const refreshCookie = 'gable_refresh';
/** Says to pages that there may be a session: without it they don't ask for one. Not a secret; read by web/session.ts. */
const signedInCookie = 'gable_signed_in';
export const cookiePath = '/api/v2/auth';
const sessionDays = 30;

interface Holder {
  userId: string;
  subscriberId: string;
}

/** Opens a session (or continues the given family) and sets the refresh cookie. Returns the family's id. */
export async function openSession(
  ctx: WriteCtx,
  holder: Holder,
  family?: { id: string; startedAt: string },
): Promise<string> {
  const id = newId();
  const token = newToken();
  const familyId = family?.id ?? id;
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
      family_started_at: family?.startedAt ?? ctx.now,
      expires_at: addHours(ctx.now, sessionDays * 24),
    })
    .execute();
  // A retried transaction must not send the cookie of the rolled-back attempt.
  const maxAgeSeconds = sessionDays * 86_400;
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
