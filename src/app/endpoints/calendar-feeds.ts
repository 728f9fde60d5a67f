import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toEpochMs } from '#domain/base/time.ts';
import { feedLinkKind, feedToken } from '#features/calendar/feed-secret.ts';
import { readFeed } from '#features/calendar/read-feed.ts';
import { resolveLink } from '#server/actors.ts';
import { withWriteCtx } from '#server/http/call-contexts.ts';
import { ipBucket } from '#server/http/ip-bucket.ts';
import { enforceRateLimit } from '#server/http/rate-limits.ts';
import type { Runtime } from '#server/runtime.ts';
import { AppError } from '#wire/errors.ts';
import { systemCallFacts } from '../create-runtime.ts';

// Hosted calendars read the feeds of many companies from few addresses: there only what nobody knows is counted.
const mostUnknown = 120;
// Programs ask about hourly, on several devices.
const mostPerFeed = 30;
const minutes = 5;

/** GET and HEAD /ical/{secret}.ics: what calendar programs subscribe to. The secret alone opens it. */
export function serveCalendarFeeds(app: FastifyInstance, house: Runtime): void {
  app.get('/ical/:file', async (req, reply) => {
    try {
      return await answer(house, req, reply).catch((error: unknown) => counted(house, req.ip, error));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const code = error.type === 'RATE_LIMITED' ? 429 : 404;
      if (code === 429) reply.header('retry-after', String(minutes * 60));
      return reply
        .code(code)
        .type('text/plain; charset=utf-8')
        .send(code === 429 ? 'Too many' : 'Not found');
    }
  });
}

/** Throws the error again, or that there were too many of the kind: whoever guesses is told to wait. */
async function counted(house: Runtime, ip: string, error: unknown): Promise<never> {
  const isUnknown = error instanceof AppError && error.type !== 'RATE_LIMITED';
  if (isUnknown) await enforceRateLimit(house, `ical:${ipBucket(ip)}`, mostUnknown, minutes);
  throw error;
}

async function answer(house: Runtime, req: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { file } = req.params as { file: string };
  const secret = /^([\w-]{20,64})\.ics$/.exec(file)?.[1];
  if (!secret) throw new AppError('NOT_FOUND', 'Not found');
  const link = await resolveLink(house.db, feedToken(secret), feedLinkKind);
  await enforceRateLimit(house, `ical-feed:${link.id}`, mostPerFeed, minutes);
  const facts = {
    ...systemCallFacts(house, link, 'tenant', 'ical'),
    link,
    ip: req.ip,
    userAgent: (req.headers['user-agent'] ?? '').slice(0, 300),
  };
  const document = await withWriteCtx(house, facts, (ctx) => readFeed(ctx, link.id));
  reply.header('etag', `"${document.etag}"`);
  reply.header('last-modified', new Date(toEpochMs(document.lastModified)).toUTCString());
  reply.header('cache-control', 'private, max-age=300');
  reply.header('x-robots-tag', 'noindex');
  const known = String(req.headers['if-none-match'] ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''));
  if (known.includes(`"${document.etag}"`)) return reply.code(304).send();
  reply.header('content-disposition', 'inline; filename="calendar.ics"');
  return reply.type('text/calendar; charset=utf-8').send(document.text);
}
