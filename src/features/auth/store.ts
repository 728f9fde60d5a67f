import type { Instant } from '#domain/time.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';

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

/** Ends the person's sessions, all or all but one family. */
export async function revokeSessions(ctx: WriteCtx, userId: string, exceptFamily?: string): Promise<void> {
  let update = ctx.db
    .updateTable('sessions')
    .set({ revoked_at: ctx.now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null);
  if (exceptFamily) update = update.where('family_id', '<>', exceptFamily);
  await update.execute();
}

/** Ends one family of the person; false when there is none to end. */
export async function revokeFamily(ctx: WriteCtx, userId: string, familyId: string): Promise<boolean> {
  const done = await ctx.db
    .updateTable('sessions')
    .set({ revoked_at: ctx.now })
    .where('user_id', '=', userId)
    .where('family_id', '=', familyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** The living sessions of a person, newest use first: one row per family. */
export function liveSessions(ctx: ReadCtx, userId: string, now: Instant) {
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
