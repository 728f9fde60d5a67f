import type { Updateable } from 'kysely';
import { allows } from '#domain/people/permissions.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { lockKey } from '#server/db/key-locks.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import type { CalendarFeeds } from '#server/db/tables.ts';

/** A feed with the name of its creator. */
export interface FeedRow {
  id: string;
  kind: string;
  name: string;
  created_at: string;
  last_read_at: string | null;
  last_user_agent: string;
  user_id: string;
  first_name: string;
  last_name: string;
}

/** Selects the active feeds that the user may see and revoke. */
export function visibleFeeds(ctx: ReadCtx | WriteCtx) {
  const actor = ctx.requireUser();
  const seesCompany = allows(actor, 'see_calendar_details');
  return mine(ctx, 'calendar_feeds')
    .innerJoin('users as u', (on) =>
      on
        .onRef('u.subscriber_id', '=', 'calendar_feeds.subscriber_id')
        .onRef('u.id', '=', 'calendar_feeds.user_id'),
    )
    .where('calendar_feeds.revoked_at', 'is', null)
    .where((eb) =>
      seesCompany
        ? eb.or([eb('calendar_feeds.user_id', '=', actor.userId), eb('calendar_feeds.kind', '=', 'company')])
        : eb('calendar_feeds.user_id', '=', actor.userId),
    )
    .select([
      'calendar_feeds.id',
      'calendar_feeds.kind',
      'calendar_feeds.name',
      'calendar_feeds.created_at',
      'calendar_feeds.last_read_at',
      'calendar_feeds.last_user_agent',
      'calendar_feeds.user_id',
      'u.first_name',
      'u.last_name',
    ]);
}

/** Returns a feed with its creator and their current rights; undefined once either is inactive. */
export function findActiveFeed(ctx: WriteCtx, feedId: string) {
  return mine(ctx, 'calendar_feeds')
    .innerJoin('users as u', (on) =>
      on
        .onRef('u.subscriber_id', '=', 'calendar_feeds.subscriber_id')
        .onRef('u.id', '=', 'calendar_feeds.user_id'),
    )
    .where('calendar_feeds.id', '=', feedId)
    .where('calendar_feeds.revoked_at', 'is', null)
    .where('u.status', '<>', 0)
    .where('u.deleted_at', 'is', null)
    .select(['calendar_feeds.id', 'kind', 'user_id', 'calendar_feeds.created_at', 'first_name', 'last_name'])
    .select(['language', 'user_type', 'role', 'full_company_admin', 'can_edit_schedule'])
    .executeTakeFirst();
}

/** Serializes concurrent calls of a user until the transaction ends, so that the limit of feeds holds. */
export async function lockFeedsOf(ctx: WriteCtx, userId: string): Promise<void> {
  await lockKey(ctx.db, userId, 'calendar feeds');
}

/** Inserts a feed. */
export async function insertFeed(
  ctx: WriteCtx,
  feed: { id: string; kind: 'user' | 'company'; user_id: string; name: string },
): Promise<void> {
  await insertMine(ctx, 'calendar_feeds', { ...feed, created_at: ctx.now }).execute();
}

/** Updates columns of a feed. */
export async function updateFeed(
  ctx: WriteCtx,
  id: string,
  values: Updateable<CalendarFeeds>,
): Promise<void> {
  await updateMine(ctx, 'calendar_feeds').set(values).where('id', '=', id).execute();
}
