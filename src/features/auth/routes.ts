import { sql } from 'kysely';
import { asInstant } from '#domain/base/time.ts';
import type { ActionCtx, ReadCtx, WriteCtx } from '#server/context.ts';
import { handle } from '#server/http/handle.ts';
import { sha256Hex } from '#server/ids.ts';
import { AppError, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import { confirmIdentity } from './confirm-identity.ts';
import * as contract from './contract.ts';
import { login } from './login.ts';
import { wrongPassword } from './new-password.ts';
import { clearRefreshCookie, endOfSession, refreshCookie } from './open-session.ts';
import { presentSession } from './present.ts';
import { refreshSession, requireSameOrigin } from './refresh-session.ts';
import { listViews, removeView, saveView, updateView } from './saved-views.ts';
import { sendAccountMail } from './send-account-mail.job.ts';
import { changePassword, resetPassword } from './set-password.ts';
import { signUp } from './sign-up.ts';
import * as store from './store.ts';
import { openVerification, verifyEmail } from './verify-email.ts';
import * as viewContract from './view-contract.ts';

export const routes = [
  handle(contract.login, login),
  handle(contract.me, me),
  handle(contract.refreshToken, refreshSession),
  handle(contract.logout, logout),
  handle(contract.changePassword, changePassword),
  handle(contract.confirmIdentity, confirmIdentity),
  handle(contract.signUp, signUp, wrongPassword),
  handle(contract.forgotPassword, (ctx, input) => mailLater(ctx, input.email, 'reset')),
  handle(contract.resetPassword, resetPassword),
  handle(contract.openVerification, openVerification),
  handle(contract.verifyEmail, verifyEmail),
  handle(contract.resendVerification, (ctx, input) => mailLater(ctx, input.email, 'verify')),
  handle(contract.listSessions, listSessions),
  handle(contract.revokeSession, revokeSession),
  handle(viewContract.listViews, listViews),
  handle(viewContract.saveView, saveView),
  handle(viewContract.updateView, updateView),
  handle(viewContract.removeView, removeView),
  handle(contract.updatePreferences, updatePreferences),
];

async function me(ctx: ReadCtx) {
  const { subscriberId, userId } = ctx.requireUser();
  const row = await store.sessionRow(ctx, subscriberId, userId);
  if (!row) throw new AppError('UNAUTHENTICATED', 'Please sign in');
  return presentSession(row);
}

async function logout(ctx: ActionCtx): Promise<null> {
  requireSameOrigin(ctx);
  const token = ctx.reply.requestCookies[refreshCookie];
  if (token) {
    await ctx.tx(async (w) => {
      const session = await store.anyTenantSession(w, sha256Hex(token));
      if (session) await store.revokeFamily(w, session, session.familyId);
    });
  }
  clearRefreshCookie(ctx);
  return null;
}

/** Queues the mail as a job, so that the response is the same for known and unknown addresses. */
async function mailLater(ctx: ActionCtx, email: string, purpose: 'verify' | 'reset'): Promise<null> {
  await ctx.tx((w) => w.enqueue(sendAccountMail, { email, purpose }));
  return null;
}

async function listSessions(ctx: ReadCtx) {
  const { userId, sessionId } = ctx.requireUser();
  const rows = await store.activeSessions(ctx, userId, ctx.now);
  const newest = new Map(rows.toReversed().map((row) => [row.family_id, row]));
  return [...newest.values()].toReversed().map((row) => ({
    id: row.family_id,
    user_agent: row.user_agent,
    ip: row.ip,
    created_at: row.family_started_at,
    last_used_at: row.created_at,
    ends_at: endOfSession(asInstant(row.family_started_at)),
    is_current: row.family_id === sessionId,
  }));
}

async function revokeSession(ctx: WriteCtx, input: { id: string }): Promise<null> {
  if (!(await store.revokeFamily(ctx, ctx.requireUser(), input.id))) throw notFound();
  await ctx.audit({ action: 'session-ended', entity: 'session', entity_id: input.id });
  return null;
}

async function updatePreferences(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.updatePreferences>,
): Promise<null> {
  const { subscriberId, userId } = ctx.requireUser();
  const { sidebar_nav_links, language, saved_columns } = input;
  if (!sidebar_nav_links && !language && !saved_columns) return null;
  await ctx.db
    .updateTable('users')
    .set({
      ...(sidebar_nav_links ? { sidebar_nav_links } : {}),
      ...(language ? { language } : {}),
      ...(saved_columns
        ? { saved_columns: sql<string>`saved_columns || ${JSON.stringify(saved_columns)}::jsonb` }
        : {}),
      updated_at: ctx.now,
    })
    .where('subscriber_id', '=', subscriberId)
    .where('id', '=', userId)
    .execute();
  return null;
}
