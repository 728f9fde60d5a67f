import { getCompany } from '#features/company/get-company.ts';
import { createPublicLink, revokePublicLinks } from '#features/links/public-links.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import { AppError, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type * as contract from './feed-contract.ts';
import type { Feed } from './feed-contract.ts';
import { feedLinkKind, feedSecret, feedToken } from './feed-secret.ts';
import { type FeedRow, insertFeed, lockFeedsOf, updateFeed, visibleFeeds } from './feed-store.ts';

const maxFeeds = 10;

/** Lists the user's feeds; users who see all entries also see the company's feeds created by others. */
export async function listFeeds(ctx: ReadCtx): Promise<Feed[]> {
  const rows = await visibleFeeds(ctx).orderBy('calendar_feeds.id', 'desc').execute();
  const { company_name } = await getCompany(ctx);
  return rows.map((row) => present(ctx, row, company_name));
}

/** Creates a feed; that of the company requires the right to see all entries. */
export async function createFeed(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.createFeed>,
): Promise<Feed> {
  const { userId } = ctx.requireUser();
  if (input.kind === 'company') ctx.requireCapability('see_calendar_details');
  await lockFeedsOf(ctx, userId);
  const own = await visibleFeeds(ctx).where('calendar_feeds.user_id', '=', userId).execute();
  if (own.length >= maxFeeds)
    throw new AppError('CONFLICT', 'You’ve reached the limit of 10 addresses. Revoke one first.');
  const id = newId();
  await insertFeed(ctx, { id, kind: input.kind, user_id: userId, name: input.name ?? '' });
  const token = feedToken(feedSecret(ctx.installation, id));
  await createPublicLink(ctx, { token, kind: feedLinkKind, targetId: id });
  await ctx.audit({
    action: 'create',
    entity: 'calendar_feed',
    entity_id: id,
    after: { kind: input.kind, name: input.name ?? '' },
  });
  const row = await visibleFeeds(ctx).where('calendar_feeds.id', '=', id).executeTakeFirstOrThrow();
  const { company_name } = await getCompany(ctx);
  return present(ctx, row, company_name);
}

/** Revokes one of the user's feeds, or one of the company. */
export async function revokeFeed(ctx: WriteCtx, input: { id: string }): Promise<null> {
  const row = await visibleFeeds(ctx).where('calendar_feeds.id', '=', input.id).executeTakeFirst();
  if (!row) throw notFound();
  await updateFeed(ctx, row.id, { revoked_at: ctx.now });
  await revokePublicLinks(ctx, feedLinkKind, row.id);
  await ctx.audit({ action: 'revoke', entity: 'calendar_feed', entity_id: row.id });
  return null;
}

function present(ctx: ReadCtx | WriteCtx, row: FeedRow, company: string): Feed {
  const creator = `${row.first_name} ${row.last_name}`.trim();
  return {
    id: row.id,
    kind: row.kind === 'company' ? 'company' : 'user',
    name: row.name,
    owner: row.kind === 'company' ? company : creator,
    made_by: creator,
    ...(row.user_id === ctx.requireUser().userId ? addresses(ctx, row.id) : noAddresses),
    created_at: row.created_at,
    last_read_at: row.last_read_at,
    last_user_agent: row.last_user_agent,
  };
}

// A feed reads with its creator's rights: knowing the URL means acting as that user.
const noAddresses = { url: null, webcal_url: null, google_url: null };

function addresses(ctx: ReadCtx | WriteCtx, id: string) {
  const url = `${ctx.installation.publicUrl}/ical/${feedSecret(ctx.installation, id)}.ics`;
  const webcal = url.replace(/^https?:/, 'webcal:');
  const google = `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`;
  return { url, webcal_url: webcal, google_url: google };
}
