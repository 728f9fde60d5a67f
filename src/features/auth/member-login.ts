import type { WriteCtx } from '#server/context.ts';
import { badInput } from '#wire/errors.ts';
import { createCode } from './codes.ts';
import { lockAccount, revokeSessions } from './store.ts';

/** All functions here need a platform transaction: logins, sessions and codes are outside tenant isolation. */

const emailTaken = 'This email is already in use';

interface NewLogin {
  email: string;
  userId: string;
  subscriberId: string;
  /** Null for an invited user, who has no password yet. */
  passwordHash: string | null;
}

/** Reserves an e-mail address for a user. Throws with an error for the field if any user on the platform has it. */
export async function claimLoginEmail(w: WriteCtx, login: NewLogin): Promise<void> {
  const taken = await w.db
    .insertInto('logins')
    .values({
      email: login.email,
      user_id: login.userId,
      subscriber_id: login.subscriberId,
      password_hash: login.passwordHash,
      created_at: w.now,
      password_changed_at: w.now,
    })
    .onConflict((oc) => oc.column('email').doNothing())
    .returning('email')
    .executeTakeFirst();
  if (!taken) throw badInput({ email: emailTaken });
}

/**
 * Changes the address a user signs in with. The password stays; codes mailed to the old address become invalid, because
 * that mailbox may belong to someone else. Throws like `claimLoginEmail`.
 */
export async function changeLoginEmail(w: WriteCtx, userId: string, email: string): Promise<void> {
  await lockAccount(w, { userId, subscriberId: w.subscriberId });
  const before = await w.db
    .deleteFrom('logins')
    .where('user_id', '=', userId)
    .returning(['subscriber_id', 'password_hash', 'created_at', 'password_changed_at'])
    .executeTakeFirst();
  if (!before) return;
  // Deleted and inserted: ON CONFLICT reports a taken address without aborting the transaction, even in a race.
  const moved = await w.db
    .insertInto('logins')
    .values({ email, user_id: userId, ...before })
    .onConflict((oc) => oc.column('email').doNothing())
    .returning('email')
    .executeTakeFirst();
  if (!moved) throw badInput({ email: emailTaken });
  await endCodes(w, userId);
}

/** Frees the e-mail address of a removed user. */
export async function releaseLoginEmail(w: WriteCtx, userId: string): Promise<void> {
  await w.db.deleteFrom('logins').where('user_id', '=', userId).execute();
}

/** True if the user ever set a password. */
export async function hasPassword(w: WriteCtx, userId: string): Promise<boolean> {
  const login = await w.db
    .selectFrom('logins')
    .where('user_id', '=', userId)
    .select('password_hash')
    .executeTakeFirst();
  return typeof login?.password_hash === 'string';
}

/** Ends all sessions of a user and invalidates every code mailed to them. */
export async function revokeAccess(w: WriteCtx, userId: string): Promise<void> {
  await revokeSessions(w, { userId, subscriberId: w.subscriberId });
  await endCodes(w, userId);
}

async function endCodes(w: WriteCtx, userId: string): Promise<void> {
  await w.db
    .updateTable('auth_codes')
    .set({ used_at: w.now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

/** Creates a new invitation, which invalidates older ones, and mails it. */
export async function inviteMember(w: WriteCtx, userId: string): Promise<void> {
  const code_id = await createCode(w, { userId, subscriberId: w.subscriberId }, 'invite');
  await w.emit({ type: 'user.invited', user_id: userId, code_id });
}
