import type { Instant } from '#domain/base/time.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';

/** Whose sessions, codes and password they are. */
export interface Account {
  userId: string;
  subscriberId: string;
}

/**
 * Whatever opens, renews or ends sessions of one person, or changes how they sign in, waits here for each other and reads
 * afterwards: a statement that ends sessions does not see one that is being opened beside it. Taken before any row of
 * logins, sessions and auth_codes, so that nobody waits in a circle. Platform scope only.
 */
export async function lockAccount(ctx: Pick<WriteCtx, 'db'>, account: Account): Promise<void> {
  await ctx.db
    .selectFrom('users')
    .where('subscriber_id', '=', account.subscriberId)
    .where('id', '=', account.userId)
    .select('id')
    .forNoKeyUpdate()
    .execute();
}

/** Sign-in facts of an address across tenants, or undefined. */
export function anyTenantLogin(ctx: Pick<ReadCtx, 'db'>, email: string) {
  return ctx.db
    .selectFrom('logins')
    .innerJoin('users', (on) =>
      on.onRef('users.id', '=', 'logins.user_id').onRef('users.subscriber_id', '=', 'logins.subscriber_id'),
    )
    .leftJoin('companies', 'companies.subscriber_id', 'logins.subscriber_id')
    .where('logins.email', '=', email)
    .where('users.deleted_at', 'is', null)
    .select([
      'logins.password_hash',
      'users.id as user_id',
      'users.subscriber_id',
      'users.user_type',
      'users.status',
      'users.must_reset_password',
      'users.email_verified_at',
      'users.language',
      'companies.status as company_status',
    ])
    .executeTakeFirst();
}

/** The row behind `sessionUser`, with the company's facts; undefined when the person is gone. */
export function sessionRow(ctx: Pick<ReadCtx, 'db'>, subscriberId: string, userId: string) {
  return ctx.db
    .selectFrom('users')
    .leftJoin('companies', 'companies.subscriber_id', 'users.subscriber_id')
    .where('users.subscriber_id', '=', subscriberId)
    .where('users.id', '=', userId)
    .selectAll('users')
    .select([
      'companies.company_name',
      'companies.timezone',
      'companies.currency',
      'companies.date_format',
      'companies.country_code',
      'companies.settings',
    ])
    .executeTakeFirst();
}

/** Sets a new password hash. */
export async function setPassword(ctx: WriteCtx, userId: string, passwordHash: string): Promise<void> {
  await ctx.db
    .updateTable('logins')
    .set({ password_hash: passwordHash, password_changed_at: ctx.now })
    .where('user_id', '=', userId)
    .execute();
}

/** Ends the person's sessions, all or all but one family, those included that are just being opened or renewed. */
export async function revokeSessions(ctx: WriteCtx, account: Account, exceptFamily?: string): Promise<void> {
  await lockAccount(ctx, account);
  let update = ctx.db
    .updateTable('sessions')
    .set({ revoked_at: ctx.now })
    .where('user_id', '=', account.userId)
    .where('revoked_at', 'is', null);
  if (exceptFamily) update = update.where('family_id', '<>', exceptFamily);
  await update.execute();
}

/** Ends one family of the person; false when there is none to end. */
export async function revokeFamily(ctx: WriteCtx, account: Account, familyId: string): Promise<boolean> {
  await lockAccount(ctx, account);
  const done = await ctx.db
    .updateTable('sessions')
    .set({ revoked_at: ctx.now })
    .where('user_id', '=', account.userId)
    .where('family_id', '=', familyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Whose session a refresh token is and of which family, or undefined. */
export function anyTenantSession(ctx: Pick<ReadCtx, 'db'>, tokenHash: string) {
  return ctx.db
    .selectFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .select(['user_id as userId', 'subscriber_id as subscriberId', 'family_id as familyId'])
    .executeTakeFirst();
}

/** The living sessions of a person, newest use first: one row per family. */
export function activeSessions(ctx: ReadCtx, userId: string, now: Instant) {
  return ctx.db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('rotated_at', 'is', null)
    .where('expires_at', '>', now)
    .select(['family_id', 'user_agent', 'ip', 'created_at', 'family_started_at'])
    .orderBy('created_at', 'desc')
    .execute();
}
