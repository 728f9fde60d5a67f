import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { gatewayFromSlug } from '#domain/payments/gateways.ts';
import { receiveWebhook } from '#features/payments/webhooks/receive-webhook.ts';
import { asPlatform, asPlatformReadOnly } from '#server/db/connect.ts';
import { createActionCtx } from '#server/http/call-contexts.ts';
import { ipBucket } from '#server/http/ip-bucket.ts';
import { countRecentHits, rateLimitedError, recordHit } from '#server/http/rate-limits.ts';
import type { Runtime } from '#server/runtime.ts';
import { failed, succeeded } from '#wire/envelope.ts';
import { AppError, errorStatus, notFound } from '#wire/errors.ts';
import { systemCallFacts } from '../create-runtime.ts';

const maxBytes = 1_000_000;
// Gateways send bursts of valid webhooks, so only refused ones count. Past the limit, nothing is parsed or verified.
const maxRefused = 60;
const minutes = 5;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * POST /api/v2/webhooks/{gateway}/{subscriberId}: notifications from card gateways. Not an ordinary route, because the
 * signature covers the raw bytes, which must not be parsed before it is verified.
 */
export function servePaymentWebhooks(app: FastifyInstance, runtime: Runtime): void {
  void app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: maxBytes },
      async (_req: unknown, body: Buffer) => body,
    );
    own.post('/api/v2/webhooks/:gateway/:subscriberId', async (req, reply) => {
      try {
        return succeeded(await received(runtime, req));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return refused(reply, error);
      }
    });
  });
}

async function received(runtime: Runtime, req: FastifyRequest) {
  const { gateway, subscriberId } = req.params as { gateway: string; subscriberId: string };
  const type = gatewayFromSlug(gateway);
  if (!type || !uuid.test(subscriberId)) throw notFound();
  const facts = {
    ...systemCallFacts(runtime, { subscriberId }, 'tenant', 'webhook'),
    ip: req.ip,
    userAgent: (req.headers['user-agent'] ?? '').slice(0, 300),
  };
  const headers = Object.fromEntries(
    Object.entries(req.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
  const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
  // Counted per company too: one company's mistyped keys must not block the same gateway's webhooks for the others.
  const addressBucket = `webhook:${ipBucket(req.ip)}`;
  const bucket = `${addressBucket}:${subscriberId}`;
  await refuseTooMany(runtime, [bucket, addressBucket]);
  try {
    return await receiveWebhook(createActionCtx(runtime, facts), type, { headers, body });
  } catch (error) {
    if (error instanceof AppError && countsAsGuess(error)) {
      const counted = error.type === 'NOT_FOUND' ? addressBucket : bucket;
      await asPlatform(runtime.db, (trx) => recordHit(trx, runtime.clock.now(), counted, 1));
    }
    throw error;
  }
}

function countsAsGuess({ type }: AppError): boolean {
  return type !== 'GATEWAY_ERROR' && type !== 'RATE_LIMITED';
}

async function refuseTooMany(runtime: Runtime, buckets: readonly string[]): Promise<void> {
  const now = runtime.clock.now();
  const hits = await asPlatformReadOnly(runtime.db, (trx) => countRecentHits(trx, now, buckets, minutes));
  if (buckets.some((bucket) => (hits.get(bucket) ?? 0) >= maxRefused)) throw rateLimitedError(minutes);
}

function refused(reply: FastifyReply, error: AppError) {
  // 503, so that the gateway retries.
  const code = error.type === 'GATEWAY_ERROR' ? 503 : errorStatus[error.type];
  return reply.code(code).send(failed(error.type, error.message, null));
}
