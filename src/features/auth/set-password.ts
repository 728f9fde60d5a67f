import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { anyTenantCtx } from '#server/http/call-contexts.ts';
import { AppError } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import { accountOfCode, redeemCode } from './codes.ts';
import type { changePassword as changeContract, resetPassword as resetContract } from './contract.ts';
import { assertPasswordUnchanged, verifyCurrentPassword } from './current-password.ts';
import { rememberDevice } from './known-device.ts';
import { assertGoodPassword, ownNamesOf } from './new-password.ts';
import { hashPassword } from './passwords.ts';
import * as store from './store.ts';

/** Sets a new password with the code of a reset or invitation mail and ends all sessions. A code works once. */
export async function resetPassword(
  ctx: ActionCtx,
  input: HandlerInput<typeof resetContract>,
): Promise<null> {
  const ownNames = await ctx.read(async (r) => {
    const account = await accountOfCode(r, input.code);
    return account ? ownNamesOf(r, account) : [];
  });
  await assertGoodPassword('password', input.password, ownNames);
  const passwordHash = await hashPassword(input.password);
  await ctx.tx(async (w) => {
    const used = await redeemCode(w, input.code, ['reset', 'invite']);
    const login = used ? await store.anyTenantLogin(w, input.email) : undefined;
    if (!used || login?.user_id !== used.user_id || login.status === 0) {
      throw new AppError('GONE', 'This link has expired or has already been used');
    }
    await store.setPassword(w, used.user_id, passwordHash);
    await store.revokeSessions(w, { userId: used.user_id, subscriberId: used.subscriber_id });
    await afterNewPassword(w, used.subscriber_id, used.user_id, login.status === 2);
    // Who has the mailbox gets in, even while others guess.
    rememberDevice(w, input.email);
  });
  return null;
}

/**
 * Changes the password of the signed-in user and ends all other sessions. Requires the current password, except with a
 * token for a forced change, which works once: only while the change is still pending.
 */
export async function changePassword(
  ctx: ActionCtx,
  input: HandlerInput<typeof changeContract>,
): Promise<null> {
  const actor = ctx.requireUser();
  const ownNames = await ctx.read((r) => ownNamesOf(r, actor));
  await assertGoodPassword('new_password', input.new_password, ownNames);
  const isFull = actor.purpose === 'full';
  const present = isFull ? await verifyCurrentPassword(ctx, input.current_password ?? '') : null;
  const passwordHash = await hashPassword(input.new_password);
  await ctx.tx(async (w) => {
    if (present) await assertPasswordUnchanged(w, present);
    else await endForcedChange(w, actor);
    await store.setPassword(w, actor.userId, passwordHash);
    await store.revokeSessions(w, actor, isFull ? actor.sessionId : undefined);
    await afterNewPassword(w, actor.subscriberId, actor.userId);
  });
  return null;
}

/** Replaces a password without asking for the current one and ends all sessions; for the start of the server only. */
export async function changeStoredPassword(
  w: WriteCtx,
  login: store.Account,
  passwordHash: string,
): Promise<void> {
  await store.setPassword(w, login.userId, passwordHash);
  await store.revokeSessions(w, login);
}

/** Completes a forced change; throws if it is no longer pending, as for the later of two concurrent requests. */
async function endForcedChange(w: WriteCtx, { subscriberId, userId }: store.Account): Promise<void> {
  await store.lockAccount(w, { subscriberId, userId });
  const due = await anyTenantCtx(w, subscriberId)
    .db.updateTable('users')
    .set({ must_reset_password: false })
    .where('subscriber_id', '=', subscriberId)
    .where('id', '=', userId)
    .where('must_reset_password', '=', true)
    .returning('id')
    .executeTakeFirst();
  if (!due) throw new AppError('UNAUTHENTICATED', 'Please sign in');
}

/** A user who can set a password has read the mail: marks the address as verified and an invitation as accepted. */
async function afterNewPassword(
  w: WriteCtx,
  subscriberId: string,
  userId: string,
  wasInvited = false,
): Promise<void> {
  const tenant = anyTenantCtx(w, subscriberId);
  await tenant.db
    .updateTable('users')
    .set((eb) => ({
      must_reset_password: false,
      email_verified_at: eb.fn.coalesce('email_verified_at', eb.val(w.now)),
      status: eb.case().when('status', '=', 2).then(1).else(eb.ref('status')).end(),
      updated_at: w.now,
    }))
    .where('subscriber_id', '=', subscriberId)
    .where('id', '=', userId)
    .execute();
  if (wasInvited) {
    await tenant.audit({ action: 'invitation-accepted', entity: 'user', entity_id: userId });
    await tenant.emit({ type: 'user.verified', user_id: userId });
    return;
  }
  await tenant.audit({ action: 'password-changed', entity: 'user', entity_id: userId });
  await tenant.emit({ type: 'user.password_changed', user_id: userId });
}
