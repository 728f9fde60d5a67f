import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { receiveVideo } from '#features/reports/video/receive-video.ts';
import type { House } from '#server/house.ts';
import { answerError } from '#server/http/answer-errors.ts';
import { entered, errandCtx } from '#server/http/calls.ts';
import { langOf } from '#server/texts.ts';
import { readAccessToken } from '#server/tokens.ts';
import { AppError } from '#wire/errors.ts';
import { systemFacts } from '../assemble.ts';

const path = '/api/v2/reports/:id/video-uploads';

/**
 * The resumable uploads of videos. Beside the other routes because they speak a protocol of their own (tus), whose bodies
 * nobody may read before.
 */
export function serveVideoUploads(app: FastifyInstance, house: House): void {
  void app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser('*', (_req: unknown, _body: unknown, done: (error: null) => void) => done(null));
    const take = async (req: FastifyRequest, reply: FastifyReply) => {
      try {
        return await answer(house, req, reply);
      } catch (error) {
        return answerError(house, error, req, reply);
      }
    };
    own.route({ method: 'POST', url: path, handler: take });
    own.route({ method: ['HEAD', 'PATCH', 'DELETE'], url: `${path}/:mediaId`, handler: take });
  });
}

async function answer(house: House, req: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { id } = req.params as { id: string };
  const ctx = errandCtx(house, await entered(house, await factsOf(house, req)));
  if (!ctx.actor || ctx.actor.userType === 5)
    throw new AppError('FORBIDDEN', 'You don’t have permission to do this');
  const response = await receiveVideo(ctx, id, requestOf(req));
  for (const [name, value] of response.headers) {
    // Our own pages alone send here.
    if (!name.startsWith('access-control-')) reply.header(name, value);
  }
  return reply.code(response.status).send(response.body ? Buffer.from(await response.arrayBuffer()) : null);
}

async function factsOf(house: House, req: FastifyRequest) {
  const header = req.headers.authorization ?? '';
  const token = header.startsWith('Bearer ') ? header.slice(7) : '';
  if (!token) throw new AppError('UNAUTHENTICATED', 'Please sign in');
  const claims = await readAccessToken(house.config.secretKey, token, house.clock.now());
  if (claims.purpose !== 'full') throw new AppError('UNAUTHENTICATED', 'Please sign in');
  return {
    ...systemFacts(house, claims, 'tenant', 'video-upload'),
    claims,
    lang: langOf(req.headers['accept-language']),
    ip: req.ip,
    userAgent: (req.headers['user-agent'] ?? '').slice(0, 300),
  };
}

/** The request as the protocol's library takes it; its body stays a stream. */
function requestOf(req: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const body = req.method === 'PATCH' || req.method === 'POST' ? Readable.toWeb(req.raw) : null;
  const init = { method: req.method, headers, ...(body ? { body, duplex: 'half' } : {}) };
  return new Request(`http://localhost${req.url}`, init as RequestInit);
}
