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
// Gateways send bursts of good ones; whoever guesses signatures is told to wait before anything is looked at.
const mostRefused = 60;
const minutes = 5;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * POST /api/v2/webhooks/{gateway}/{subscriberId}: what card gateways tell us. Beside the other routes because the signature is
 * over the raw bytes, which nobody may parse before.
 */
export function servePaymentWebhooks(app: FastifyInstance, house: Runtime): void {
  void app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: maxBytes },
      async (_req: unknown, body: Buffer) => body,
    );
    own.post('/api/v2/webhooks/:gateway/:subscriberId', async (req, reply) => {
      try {
        return succeeded(await received(house, req));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return refused(reply, error);
      }
    });
  });
}

async function received(house: Runtime, req: FastifyRequest) {
  const { gateway, subscriberId } = req.params as { gateway: string; subscriberId: string };
  const type = gatewayFromSlug(gateway);
  if (!type || !uuid.test(subscriberId)) throw notFound();
  const facts = {
    ...systemCallFacts(house, { subscriberId }, 'tenant', 'webhook'),
    ip: req.ip,
    userAgent: (req.headers['user-agent'] ?? '').slice(0, 300),
  };
  const headers = Object.fromEntries(
    Object.entries(req.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
  const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
  // By company too: keys that one of them mistyped must not keep the same gateway's notices from the others.
  const ofPlace = `webhook:${ipBucket(req.ip)}`;
  const bucket = `${ofPlace}:${subscriberId}`;
  await refuseTooMany(house, [bucket, ofPlace]);
  try {
    return await receiveWebhook(createActionCtx(house, facts), type, { headers, body });
  } catch (error) {
    if (error instanceof AppError && countsAsGuess(error)) {
      const of = error.type === 'NOT_FOUND' ? ofPlace : bucket;
      await asPlatform(house.db, (trx) => recordHit(trx, house.clock.now(), of, 1));
    }
    throw error;
  }
}

function countsAsGuess({ type }: AppError): boolean {
  return type !== 'GATEWAY_ERROR' && type !== 'RATE_LIMITED';
}

async function refuseTooMany(house: Runtime, buckets: readonly string[]): Promise<void> {
  const now = house.clock.now();
  const hits = await asPlatformReadOnly(house.db, (trx) => countRecentHits(trx, now, buckets, minutes));
  if (buckets.some((bucket) => (hits.get(bucket) ?? 0) >= mostRefused)) throw rateLimitedError(minutes);
}

function refused(reply: FastifyReply, error: AppError) {
  // 503, since the sender shall come again.
  const code = error.type === 'GATEWAY_ERROR' ? 503 : errorStatus[error.type];
  return reply.code(code).send(failed(error.type, error.message, null));
}
