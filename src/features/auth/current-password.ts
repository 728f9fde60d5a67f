import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { badInput } from '#wire/errors.ts';
import { attemptPassword, type FoundLogin, isPasswordUnchanged } from './attempt-password.ts';

/**
 * Verifies the password of the signed-in user, counted like the attempts of logins; throws with an error for the field if
 * it is wrong. Verifying takes a while, so the transaction that relies on it calls `assertPasswordUnchanged` first.
 * Platform scope only.
 */
export async function verifyCurrentPassword(
  ctx: ActionCtx,
  password: string,
  field = 'current_password',
): Promise<FoundLogin> {
  const { userId } = ctx.requireUser();
  const login = await ctx.read((r) =>
    r.db.selectFrom('logins').where('user_id', '=', userId).select('email').executeTakeFirst(),
  );
  if (!login || password === '') throw wrongPassword(field);
  const attempt = await attemptPassword(ctx, { email: login.email, password });
  if (!attempt) throw wrongPassword(field);
  await ctx.tx(attempt.uncount);
  return attempt.found;
}

/** Throws with an error for the field if the password was changed since. Prevents further changes until the commit. */
export async function assertPasswordUnchanged(
  w: WriteCtx,
  verified: FoundLogin,
  field = 'current_password',
): Promise<void> {
  if (!(await isPasswordUnchanged(w, verified))) throw wrongPassword(field);
}

function wrongPassword(field: string) {
  const message = field === 'password' ? 'The password is incorrect' : 'The current password is incorrect';
  return badInput({ [field]: message });
}
