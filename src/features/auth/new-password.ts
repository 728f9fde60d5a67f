import { type PasswordProblem, passwordMessages, passwordProblem } from '#domain/base/passwords.ts';
import type { ReadCtx } from '#server/context.ts';
import { badInput } from '#wire/errors.ts';
import { isCommonPassword } from './common-passwords.ts';
import type { Account } from './store.ts';

/**
 * Throws with an error for the field unless this may become the password of a user with these names. All ways to a new
 * password end here: sign-up, reset, invitation, change and forced change.
 */
export async function assertGoodPassword(
  field: string,
  password: string,
  ownNames: readonly string[],
): Promise<void> {
  const problem: PasswordProblem | null =
    passwordProblem(password, ownNames) ?? ((await isCommonPassword(password)) ? 'common' : null);
  if (problem) throw badInput({ [field]: passwordMessages[problem] });
}

/** What a user's password must not consist of: their e-mail address, their name and their company's. Platform scope only. */
export async function ownNamesOf(ctx: Pick<ReadCtx, 'db'>, account: Account): Promise<string[]> {
  const row = await ctx.db
    .selectFrom('users')
    .leftJoin('companies', 'companies.subscriber_id', 'users.subscriber_id')
    .where('users.subscriber_id', '=', account.subscriberId)
    .where('users.id', '=', account.userId)
    .select(['email', 'first_name', 'last_name', 'companies.company_name'])
    .executeTakeFirst();
  return Object.values(row ?? {}).filter((name) => name !== null);
}
