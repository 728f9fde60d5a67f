import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route changes nothing, also if its input is sent as a POST. */
    isRead?: boolean;
  }
}

/**
 * Tags the answer of a read for callers that send `If-None-Match`, and answers 304 without a body if they have it
 * already. The tag is the hash of the answer: rights are checked and the data is read as always. Other callers would
 * never use it, so nothing is hashed for them.
 */
export function answerUnchanged(app: FastifyInstance): void {
  app.addHook('onSend', async (req, reply, payload) => {
    const known = req.headers['if-none-match'];
    const isTagged = known !== undefined && req.routeOptions.config?.isRead && reply.statusCode === 200;
    if (!isTagged || typeof payload !== 'string' || reply.hasHeader('etag')) return payload;
    // Weak: the same for each compression.
    const tag = `W/"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`;
    reply.header('etag', tag);
    if (known !== tag) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return '';
  });
}
