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
  const problem = await problemOf(password, ownNames);
  if (problem) throw badInput({ [field]: passwordMessages[problem] });
}

/** The longest of the names. */
const longestEmail = 254;

/** What is wrong with the password of a sign-up whose other fields are wrong as well. */
export async function wrongPassword(
  input: Readonly<Record<string, unknown>>,
): Promise<Record<string, string>> {
  const { password, email, first_name, last_name, company_name } = input;
  const names = [email, first_name, last_name, company_name]
    .filter((name) => typeof name === 'string')
    // Nothing has refused longer ones yet.
    .map((name) => name.slice(0, longestEmail));
  const problem = typeof password === 'string' ? await problemOf(password, names) : null;
  return problem ? { password: passwordMessages[problem] } : {};
}

async function problemOf(password: string, ownNames: readonly string[]): Promise<PasswordProblem | null> {
  return passwordProblem(password, ownNames) ?? ((await isCommonPassword(password)) ? 'common' : null);
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
