import { asInstant } from '#domain/base/time.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { sha256Hex } from '#server/ids.ts';
import { AppError } from '#wire/errors.ts';
import { clearRefreshCookie, openSession, refreshCookie } from './open-session.ts';
import { revokeFamily } from './store.ts';

const graceMs = 10_000;

/**
 * Trades the refresh cookie for a new one and an access token. A token used a second time means it was stolen, and its
 * whole family ends; within ten seconds of the first use it is only another tab. The cookie counts only from our own origin.
 */
export async function refreshSession(ctx: ActionCtx): Promise<{ accessToken: string }> {
  requireSameOrigin(ctx);
  const token = ctx.reply.requestCookies[refreshCookie];
  if (!token) throw new AppError('UNAUTHENTICATED', 'Please sign in');
  const outcome = await ctx.tx((w) => rotate(w, sha256Hex(token)));
  if (!outcome) {
    clearRefreshCookie(ctx);
    throw new AppError('UNAUTHENTICATED', 'Please sign in');
  }
  return { accessToken: await ctx.installation.signAccessToken({ ...outcome, purpose: 'full' }, ctx.now) };
}

/** Browsers send Origin with every POST: another site may not use our cookie, even where SameSite is not honoured. */
export function requireSameOrigin(ctx: ActionCtx): void {
  const { origin } = ctx.reply;
  if (origin === null) return;
  const { publicUrl } = ctx.installation;
  // "null" is what a sandboxed frame sends; it is nobody's origin.
  const from = URL.canParse(origin) ? new URL(origin) : null;
  const isOurs = from !== null && (from.origin === new URL(publicUrl).origin || from.host === ctx.reply.host);
  if (!isOurs) throw new AppError('FORBIDDEN', 'You don’t have permission to do this');
}

type Live = { userId: string; subscriberId: string; sessionId: string };

async function rotate(w: WriteCtx, hash: string): Promise<Live | null> {
  const person = await lockedHolder(w, hash);
  if (!person || person.status === 0 || person.company_status === 0) return null;
  const row = await w.db.selectFrom('sessions').where('token_hash', '=', hash).selectAll().executeTakeFirst();
  if (!row || row.revoked_at || row.expires_at <= w.now) return null;
  const holder = { userId: row.user_id, subscriberId: row.subscriber_id };
  if (row.rotated_at && Date.parse(w.now) - Date.parse(row.rotated_at) > graceMs) {
    await revokeFamily(w, holder, row.family_id);
    const { family_id: familyId, subscriber_id: subscriberId } = row;
    w.log.warn({ familyId, subscriberId }, 'a refresh token was used twice: its sessions were ended');
    return null;
  }
  if (!row.rotated_at) {
    await w.db.updateTable('sessions').set({ rotated_at: w.now }).where('id', '=', row.id).execute();
  }
  const startedAt = asInstant(row.family_started_at);
  await openSession(w, holder, { id: row.family_id, startedAt });
  return { ...holder, sessionId: row.family_id };
}

/**
 * The person whose token it is, under the lock of `lockAccount`, in one statement: tokens are renewed often. The session
 * itself is read by the next one, which sees what was committed while this one waited.
 */
function lockedHolder(w: WriteCtx, hash: string) {
  return w.db
    .selectFrom('sessions')
    .innerJoin('users', (on) =>
      on
        .onRef('users.subscriber_id', '=', 'sessions.subscriber_id')
        .onRef('users.id', '=', 'sessions.user_id'),
    )
    .leftJoin('companies', 'companies.subscriber_id', 'users.subscriber_id')
    .where('sessions.token_hash', '=', hash)
    .where('users.deleted_at', 'is', null)
    .select(['users.status', 'companies.status as company_status'])
    .forNoKeyUpdate('users')
    .executeTakeFirst();
}
