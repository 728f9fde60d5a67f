import { z } from 'zod/mini';
import { id, instant, optionalText } from '#wire/fields.ts';
import { read, write } from '#wire/route.ts';

/** A secret URL that calendar apps read. */
const feed = z.object({
  id,
  /** user: the user's own appointments and events. company: all of them. */
  kind: z.enum(['user', 'company']),
  name: z.string(),
  /** The owner's name. */
  owner: z.string(),
  /** Who created it; it reads with that user's rights. */
  made_by: z.string(),
  /** Only visible to its creator; null for others. */
  url: z.nullable(z.string()),
  /** Opens the subscribing app. */
  webcal_url: z.nullable(z.string()),
  /** Google's "from URL". */
  google_url: z.nullable(z.string()),
  created_at: instant,
  last_read_at: z.nullable(instant),
  last_user_agent: z.string(),
});
export type Feed = z.infer<typeof feed>;

export const listFeeds = read('GET /v2/calendar/feeds', {
  access: 'member',
  summary:
    'Lists the user’s secret addresses. Users who can see all entries also see which addresses the company has, but not the addresses themselves.',
  input: z.object({ subscriberId: optionalText(60) }),
  output: z.array(feed),
  invalidates: ['calendar-feeds'],
});

export const createFeed = write('POST /v2/calendar/feeds', {
  access: 'member',
  identity: 'always',
  summary: 'Creates a secret address for a calendar app, up to 10 per user.',
  input: z.object({
    kind: z.enum(['user', 'company'], 'Choose a calendar'),
    name: optionalText(60),
  }),
  output: feed,
  invalidates: ['calendar-feeds'],
});

export const revokeFeed = write('DELETE /v2/calendar/feeds/{id}', {
  access: 'member',
  summary: 'Revokes a secret address. Apps that use it lose access.',
  input: z.object({ id }),
  output: z.null(),
  invalidates: ['calendar-feeds'],
});
