import { asInstant, isBefore } from '#domain/base/time.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { sha256Hex } from '#server/ids.ts';
import { AppError } from '#wire/errors.ts';
import { clearRefreshCookie, endOfSession, openSession, refreshCookie } from './open-session.ts';
import { revokeFamily } from './store.ts';

const graceMs = 10_000;

/**
 * Exchanges the refresh cookie for a new one and an access token. A token used a second time is considered stolen and
 * revokes its whole family; within ten seconds of the first use it is treated as another tab. Accepts the cookie from
 * our own origin only.
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

/** Browsers send Origin with every POST: other sites can't use our cookie, even where SameSite is not supported. */
export function requireSameOrigin(ctx: ActionCtx): void {
  const { origin } = ctx.reply;
  if (origin === null) return;
  const { publicUrl } = ctx.installation;
  // Sandboxed frames send "null", which is never our origin.
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
  const startedAt = asInstant(row.family_started_at);
  // Sessions of earlier versions were stored with a later end.
  if (!isBefore(w.now, endOfSession(startedAt))) return null;
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
  await openSession(w, holder, { id: row.family_id, startedAt });
  return { ...holder, sessionId: row.family_id };
}

/**
 * Finds the token's user and takes the lock of `lockAccount` in one statement, because refreshes are frequent. The
 * session itself is read by the next statement, which sees what was committed while this one waited.
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
