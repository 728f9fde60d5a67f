import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TokenClaims } from '../tokens.ts';

/**
 * Logs each request with its route, status and duration, and a refused one also with its user and address. The address
 * of the page and the content stay out: they contain personal links and what people entered.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (req, reply) => {
    const { statusCode: status } = reply;
    const facts = { route: req.routeOptions.url, status, ms: Math.round(reply.elapsedTime) };
    req.log.info(status >= 400 && status < 500 ? { ...facts, ...callerOf(req) } : facts, 'request');
  });
}

function callerOf(req: FastifyRequest & { claims?: TokenClaims | null }) {
  const { userId = null, subscriberId = null } = req.claims ?? {};
  return { method: req.method, userId, subscriberId, address: req.ip };
}
