import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type IncomingText, receiveReply } from '#features/messages/replies/receive-reply.ts';
import { receiveTextStatus } from '#features/messages/replies/receive-text-status.ts';
import { asPlatform, asPlatformReadOnly } from '#server/db/connect.ts';
import { createActionCtx } from '#server/http/call-contexts.ts';
import { ipBucket } from '#server/http/ip-bucket.ts';
import { countRecentHits, rateLimitedError, recordHit } from '#server/http/rate-limits.ts';
import type { Runtime } from '#server/runtime.ts';
import { failed } from '#wire/envelope.ts';
import { AppError, errorStatus } from '#wire/errors.ts';
import { systemCallFacts } from '../create-runtime.ts';

const maxBytes = 200_000;
/** Only refused calls count. Past the limit, nothing is verified. */
const maxRefused = 60;
const minutes = 5;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const noAnswer = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

/**
 * POST /hooks/twilio/inbound and /hooks/twilio/status/{subscriberId}/{messageId}: calls of the provider of text messages.
 * The signature covers the public address, which is configured and never read from the call (trap M10).
 */
export function serveTextWebhooks(app: FastifyInstance, runtime: Runtime): void {
  void app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: maxBytes },
      async (_req: unknown, body: Buffer) => body,
    );
    own.setErrorHandler((error, _req, reply) => {
      if (!(error instanceof AppError)) throw error;
      return reply.code(errorStatus[error.type]).send(failed(error.type, error.message, null));
    });
    // The provider calls once.
    const once = { config: { isNeverShed: true } };
    own.post('/hooks/twilio/inbound', once, async (req, reply) => {
      await receiveText(runtime, await verified(runtime, req));
      return reply.type('text/xml; charset=utf-8').send(noAnswer);
    });
    own.post('/hooks/twilio/status/:subscriberId/:messageId', once, async (req, reply) => {
      const { subscriberId, messageId } = req.params as { subscriberId: string; messageId: string };
      const fields = await verified(runtime, req);
      if (uuid.test(subscriberId) && uuid.test(messageId))
        await contextOf(runtime, subscriberId).tx((w) =>
          receiveTextStatus(w, {
            messageId,
            providerId: fields.get('MessageSid') ?? '',
            status: fields.get('MessageStatus') ?? '',
            errorCode: fields.get('ErrorCode') || null,
          }),
        );
      return reply.code(204).send();
    });
  });
}

/** Returns the fields of a call that the provider signed. Throws FORBIDDEN for any other. */
async function verified(runtime: Runtime, req: FastifyRequest): Promise<URLSearchParams> {
  const bucket = `text-webhook:${ipBucket(req.ip)}`;
  const now = runtime.clock.now();
  const hits = await asPlatformReadOnly(runtime.db, (trx) => countRecentHits(trx, now, [bucket], minutes));
  if ((hits.get(bucket) ?? 0) >= maxRefused) throw rateLimitedError(minutes);
  const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
  const signature = String(req.headers['x-twilio-signature'] ?? '');
  const url = `${runtime.config.publicUrl}${req.raw.url}`;
  if (runtime.external.texts.isAuthentic({ url, signature, body })) return fieldsOf(body);
  await asPlatform(runtime.db, (trx) => recordHit(trx, now, bucket, 1));
  throw new AppError('FORBIDDEN', 'The signature is not valid');
}

/** Twilio sends forms; with bodySHA256 in the address it sends JSON. */
function fieldsOf(body: Buffer): URLSearchParams {
  const text = body.toString('utf8');
  if (!text.trimStart().startsWith('{')) return new URLSearchParams(text);
  try {
    const json: Record<string, unknown> = JSON.parse(text);
    return new URLSearchParams(Object.entries(json).map(([name, value]) => [name, String(value)]));
  } catch {
    return new URLSearchParams();
  }
}

const keywords: Readonly<Record<string, IncomingText['handled']>> = {
  STOP: 'stop',
  START: 'start',
  HELP: 'help',
};

/** A reply belongs to the company that wrote to this phone last; one to no company is dropped. */
async function receiveText(runtime: Runtime, fields: URLSearchParams): Promise<void> {
  const [from = '', to = '', providerId = ''] = ['From', 'To', 'MessageSid'].map(
    (name) => fields.get(name) ?? '',
  );
  const handled = keywords[fields.get('OptOutType') ?? ''] ?? null;
  const subscriberId = providerId ? await lastWriter(runtime, from) : undefined;
  if (!subscriberId) return runtime.log.warn('a text came in from a phone that no company has texted');
  const [body, media] = [fields.get('Body') ?? '', Number(fields.get('NumMedia') ?? 0) || 0];
  await contextOf(runtime, subscriberId).tx((w) =>
    receiveReply(w, { providerId, from, to, body, media, handled }),
  );
  if (handled === 'start') await forgetRefusals(runtime, from);
}

async function lastWriter(runtime: Runtime, phone: string): Promise<string | undefined> {
  const row = await asPlatformReadOnly(runtime.db, (trx) =>
    trx
      .selectFrom('outbound_messages')
      .where('channel', '=', 'text')
      .where('to_address', '=', phone)
      .where('sent_at', 'is not', null)
      .select('subscriber_id')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
  return row?.subscriber_id;
}

/** The provider sends to this phone again, so what it refused to other companies is over. */
async function forgetRefusals(runtime: Runtime, phone: string): Promise<void> {
  await asPlatform(runtime.db, (trx) =>
    trx.deleteFrom('text_opt_outs').where('phone', '=', phone).where('source', '=', 'provider').execute(),
  );
}

function contextOf(runtime: Runtime, subscriberId: string) {
  return createActionCtx(runtime, systemCallFacts(runtime, { subscriberId }, 'tenant', 'text webhook'));
}
