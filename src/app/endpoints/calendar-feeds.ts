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

// Hosted calendars fetch the feeds of many companies from few addresses, so per address only unknown secrets count.
const maxUnknown = 120;
// Calendar programs fetch about hourly, on several devices.
const maxPerFeed = 30;
const minutes = 5;

/** GET and HEAD /ical/{secret}.ics: the feed that calendar programs subscribe to. The secret is the only credential. */
export function serveCalendarFeeds(app: FastifyInstance, runtime: Runtime): void {
  app.get('/ical/:file', async (req, reply) => {
    try {
      return await answer(runtime, req, reply).catch((error: unknown) =>
        countUnknown(runtime, req.ip, error),
      );
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

/** Rethrows the error, or RATE_LIMITED once an address has sent too many unknown secrets. */
async function countUnknown(runtime: Runtime, ip: string, error: unknown): Promise<never> {
  const isUnknown = error instanceof AppError && error.type !== 'RATE_LIMITED';
  if (isUnknown) await enforceRateLimit(runtime, `ical:${ipBucket(ip)}`, maxUnknown, minutes);
  throw error;
}

async function answer(runtime: Runtime, req: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { file } = req.params as { file: string };
  const secret = /^([\w-]{20,64})\.ics$/.exec(file)?.[1];
  if (!secret) throw new AppError('NOT_FOUND', 'Not found');
  const link = await resolveLink(runtime.db, feedToken(secret), feedLinkKind);
  await enforceRateLimit(runtime, `ical-feed:${link.id}`, maxPerFeed, minutes);
  const facts = {
    ...systemCallFacts(runtime, link, 'tenant', 'ical'),
    link,
    ip: req.ip,
    userAgent: (req.headers['user-agent'] ?? '').slice(0, 300),
  };
  const document = await withWriteCtx(runtime, facts, (ctx) => readFeed(ctx, link.id));
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
