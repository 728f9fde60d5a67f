import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findReported, storeReport } from '#features/messages/reports/receive-reports.ts';
import { asPlatform, asPlatformReadOnly } from '#server/db/connect.ts';
import { withWriteCtx } from '#server/http/call-contexts.ts';
import { ipBucket } from '#server/http/ip-bucket.ts';
import { countRecentHits, rateLimitedError, recordHit } from '#server/http/rate-limits.ts';
import { RequestFailed } from '#server/outside/http-client.ts';
import {
  type MailReport,
  type ReportProvider,
  ReportRefused,
  reportProviders,
} from '#server/outside/mail-reports/mail-report.ts';
import type { Runtime } from '#server/runtime.ts';
import { failed, succeeded } from '#wire/envelope.ts';
import { AppError, errorStatus, notFound } from '#wire/errors.ts';
import { systemCallFacts } from '../create-runtime.ts';

const maxBytes = 2_000_000;
// Providers send bursts of genuine reports, so only refused ones count.
const maxRefused = 60;
const minutes = 5;

/**
 * POST /api/v2/webhooks/mail/{provider}: what providers and the bounce domain's mail server report about sent mail. Not an
 * ordinary route: signatures cover the raw bytes, SNS declares text/plain, and a report names its company itself.
 */
export function serveMailWebhooks(app: FastifyInstance, runtime: Runtime): void {
  void app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: maxBytes },
      async (_req: unknown, body: Buffer) => body,
    );
    own.post('/api/v2/webhooks/mail/:provider', async (req, reply) => {
      try {
        return succeeded(await received(runtime, req));
      } catch (error) {
        if (error instanceof RequestFailed) return reply.code(503).send(unavailable());
        if (!(error instanceof AppError)) throw error;
        return refused(reply, error);
      }
    });
  });
}

async function received(runtime: Runtime, req: FastifyRequest): Promise<{ stored: number }> {
  const { provider } = req.params as { provider: string };
  const known = reportProviders.find((each) => each === provider);
  if (!known) throw notFound();
  const bucket = `mail-webhook:${ipBucket(req.ip)}`;
  await refuseTooMany(runtime, bucket);
  const reports = await readReports(runtime, known, req, bucket);
  let stored = 0;
  for (const found of findReported(runtime, reports)) {
    const facts = systemCallFacts(runtime, found.message, 'tenant', 'mail-report');
    if (await withWriteCtx(runtime, facts, (w) => storeReport(w, known, found))) stored += 1;
  }
  return { stored };
}

async function readReports(
  runtime: Runtime,
  provider: ReportProvider,
  req: FastifyRequest,
  bucket: string,
): Promise<MailReport[]> {
  const headers = Object.fromEntries(
    Object.entries(req.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
  const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
  const receivedAt = runtime.clock.now();
  try {
    return await runtime.external.mailReports.read(provider, { headers, body, receivedAt });
  } catch (error) {
    if (!(error instanceof ReportRefused)) throw error;
    runtime.log.warn({ provider, reason: error.message }, 'refused a report about mail');
    await asPlatform(runtime.db, (trx) => recordHit(trx, receivedAt, bucket, 1));
    throw new AppError('FORBIDDEN', 'The request could not be verified');
  }
}

async function refuseTooMany(runtime: Runtime, bucket: string): Promise<void> {
  const now = runtime.clock.now();
  const hits = await asPlatformReadOnly(runtime.db, (trx) => countRecentHits(trx, now, [bucket], minutes));
  if ((hits.get(bucket) ?? 0) >= maxRefused) throw rateLimitedError(minutes);
}

function unavailable() {
  return failed('GATEWAY_ERROR', 'The provider can’t be reached right now', null);
}

function refused(reply: FastifyReply, error: AppError) {
  return reply.code(errorStatus[error.type]).send(failed(error.type, error.message, null));
}
