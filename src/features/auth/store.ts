import type { Instant } from '#domain/base/time.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';

/** Identifies the user whose sessions, codes and password are affected. */
export interface Account {
  userId: string;
  subscriberId: string;
}

/**
 * Serializes everything that opens, refreshes or ends sessions of one user or changes how they sign in: a statement
 * that ends sessions would not see one that is being opened concurrently. Must be taken before locking any row of
 * logins, sessions and auth_codes, to avoid deadlocks. Platform scope only.
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

/** The login of an e-mail address in any tenant. */
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

/** The row for `sessionUser`, with the company's fields; undefined if the user no longer exists. */
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

/** Stores a new password hash. */
export async function setPassword(ctx: WriteCtx, userId: string, passwordHash: string): Promise<void> {
  await ctx.db
    .updateTable('logins')
    .set({ password_hash: passwordHash, password_changed_at: ctx.now })
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Ends all sessions of a user, optionally except one family, including those being opened or refreshed concurrently.
 */
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

/** Ends one session family of a user; returns false if there is none to end. */
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

/** The user and family of a refresh token in any tenant. */
export function anyTenantSession(ctx: Pick<ReadCtx, 'db'>, tokenHash: string) {
  return ctx.db
    .selectFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .select(['user_id as userId', 'subscriber_id as subscriberId', 'family_id as familyId'])
    .executeTakeFirst();
}

/** The active sessions of a user, most recently used first: one row per family. */
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
