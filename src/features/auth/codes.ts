import { addHours, addMinutes, type Instant } from '#domain/base/time.ts';
import type { Installation, WriteCtx } from '#server/context.ts';
import { newId, sha256Hex } from '#server/ids.ts';
import { type Account, lockAccount } from './store.ts';

export type CodePurpose = 'verify' | 'reset' | 'invite';

/** How long an invitation can be accepted. */
export const invitationDays = 7;

const validFor: Record<CodePurpose, (now: Instant) => Instant> = {
  verify: (now) => addHours(now, 24),
  reset: (now) => addMinutes(now, 60),
  invite: (now) => addHours(now, invitationDays * 24),
};

/**
 * Makes a single-use code and gives its id. The code itself is a keyed hash of that id: no secret lies in a table, an event
 * or a job, and the mail can be made again byte for byte. Older codes of the same purpose stop working.
 */
export async function createCode(ctx: WriteCtx, user: Account, purpose: CodePurpose): Promise<string> {
  await ctx.db
    .updateTable('auth_codes')
    .set({ used_at: ctx.now })
    .where('user_id', '=', user.userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
  const id = newId();
  await ctx.db
    .insertInto('auth_codes')
    .values({
      id,
      user_id: user.userId,
      subscriber_id: user.subscriberId,
      purpose,
      code_hash: sha256Hex(codeFromId(ctx.installation, id)),
      expires_at: validFor[purpose](ctx.now),
      created_at: ctx.now,
    })
    .execute();
  return id;
}

/** The code that stands in the mail for a code's id: 43 URL-safe characters. */
export function codeFromId(installation: Installation, codeId: string): string {
  return installation.sign('auth-code', codeId);
}

/** Uses a code up and gives whose it was, under the lock of `lockAccount`; null when it is unknown, expired or was used. */
export async function redeemCode(
  ctx: WriteCtx,
  code: string,
  purposes: readonly CodePurpose[],
): Promise<{ user_id: string; subscriber_id: string; purpose: string } | null> {
  const hash = sha256Hex(code);
  const account = await ctx.db
    .selectFrom('auth_codes')
    .where('code_hash', '=', hash)
    .select(['user_id as userId', 'subscriber_id as subscriberId'])
    .executeTakeFirst();
  if (!account) return null;
  await lockAccount(ctx, account);
  const used = await ctx.db
    .updateTable('auth_codes')
    .set({ used_at: ctx.now })
    .where('code_hash', '=', hash)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .returning(['user_id', 'subscriber_id', 'purpose'])
    .executeTakeFirst();
  return used ?? null;
}

/** Whether this is a verification code of the last day whose person is verified, by it or otherwise. */
export async function hasVerified(ctx: WriteCtx, code: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('auth_codes')
    .innerJoin('users', (on) =>
      on
        .onRef('users.subscriber_id', '=', 'auth_codes.subscriber_id')
        .onRef('users.id', '=', 'auth_codes.user_id'),
    )
    .where('auth_codes.code_hash', '=', sha256Hex(code))
    .where('auth_codes.purpose', '=', 'verify')
    .where('auth_codes.expires_at', '>', ctx.now)
    .where('users.email_verified_at', 'is not', null)
    .where('users.deleted_at', 'is', null)
    .select('users.id')
    .executeTakeFirst();
  return row !== undefined;
}
