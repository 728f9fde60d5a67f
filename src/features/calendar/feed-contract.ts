import { z } from 'zod/mini';
import { id, instant, optionalText } from '#wire/fields.ts';
import { read, write } from '#wire/route.ts';

/** A secret address that calendar programs read. */
export const feed = z.object({
  id,
  /** user: the own appointments and events. company: all of them. */
  kind: z.enum(['user', 'company']),
  name: z.string(),
  /** Whose it is. */
  owner: z.string(),
  /** Who made it, and with whose rights it reads. */
  made_by: z.string(),
  /** The address itself is only for who made it; null for others. */
  url: z.nullable(z.string()),
  /** Opens the program that subscribes. */
  webcal_url: z.nullable(z.string()),
  /** Google's "from URL". */
  google_url: z.nullable(z.string()),
  created_at: instant,
  last_read_at: z.nullable(instant),
  last_user_agent: z.string(),
});
export type Feed = z.infer<typeof feed>;

export const listFeeds = read('GET /v2/calendar/feeds', {
  who: 'member',
  about:
    'Lists the user’s secret addresses. Users who can see all entries also see which addresses the company has, but not the addresses themselves.',
  takes: z.object({ subscriberId: optionalText(60) }),
  gives: z.array(feed),
  refreshes: ['calendar-feeds'],
});

export const createFeed = write('POST /v2/calendar/feeds', {
  who: 'member',
  about: 'Creates a secret address for a calendar app, up to 10 per user.',
  takes: z.object({
    kind: z.enum(['user', 'company'], 'Choose a calendar'),
    name: optionalText(60),
  }),
  gives: feed,
  refreshes: ['calendar-feeds'],
});

export const revokeFeed = write('DELETE /v2/calendar/feeds/{id}', {
  who: 'member',
  about: 'Revokes a secret address. Apps that use it lose access.',
  takes: z.object({ id }),
  gives: z.null(),
  refreshes: ['calendar-feeds'],
});
