import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { handleVideoUpload } from '#features/reports/video/handle-video-upload.ts';
import { maxVideoBytes } from '#features/reports/video/storage/container.ts';
import { createActionCtx, withCurrentRights } from '#server/http/call-contexts.ts';
import { sendErrorResponse } from '#server/http/error-responses.ts';
import type { Runtime } from '#server/runtime.ts';
import { verifyAccessToken } from '#server/tokens.ts';
import { preferredLang } from '#server/translate.ts';
import { AppError } from '#wire/errors.ts';
import { systemCallFacts } from '../create-runtime.ts';

const path = '/api/v2/reports/:id/video-uploads';

/**
 * The resumable uploads of videos. Not ordinary routes, because they use the tus protocol, whose library must read the
 * raw request bodies.
 */
export function serveVideoUploads(app: FastifyInstance, runtime: Runtime): void {
  void app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser('*', (_req: unknown, _body: unknown, done: (error: null) => void) => done(null));
    const take = async (req: FastifyRequest, reply: FastifyReply) => {
      try {
        return await answer(runtime, req, reply);
      } catch (error) {
        return sendErrorResponse(runtime, error, req, reply);
      }
    };
    const config = { maxBodyBytes: maxVideoBytes };
    own.route({ method: 'POST', url: path, handler: take, config });
    own.route({ method: ['HEAD', 'PATCH', 'DELETE'], url: `${path}/:mediaId`, handler: take, config });
  });
}

async function answer(runtime: Runtime, req: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { id } = req.params as { id: string };
  const ctx = createActionCtx(runtime, await withCurrentRights(runtime, await factsOf(runtime, req)));
  if (!ctx.actor || ctx.actor.userType === 5)
    throw new AppError('FORBIDDEN', 'You don’t have permission to do this');
  const response = await handleVideoUpload(ctx, id, requestOf(req));
  for (const [name, value] of response.headers) {
    // Only our own pages upload here, so the CORS headers are left out.
    if (!name.startsWith('access-control-')) reply.header(name, value);
  }
  return reply.code(response.status).send(response.body ? Buffer.from(await response.arrayBuffer()) : null);
}

async function factsOf(runtime: Runtime, req: FastifyRequest) {
  const header = req.headers.authorization ?? '';
  const token = header.startsWith('Bearer ') ? header.slice(7) : '';
  if (!token) throw new AppError('UNAUTHENTICATED', 'Please sign in');
  const claims = await verifyAccessToken(runtime.config.secretKey, token, runtime.clock.now());
  if (claims.purpose !== 'full') throw new AppError('UNAUTHENTICATED', 'Please sign in');
  return {
    ...systemCallFacts(runtime, claims, 'tenant', 'video-upload'),
    claims,
    lang: preferredLang(req.headers['accept-language']),
    ip: req.ip,
    userAgent: (req.headers['user-agent'] ?? '').slice(0, 300),
  };
}

/** Converts the request to the type that the tus library takes; the body stays a stream. */
function requestOf(req: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const body = req.method === 'PATCH' || req.method === 'POST' ? Readable.toWeb(req.raw) : null;
  const init = { method: req.method, headers, ...(body ? { body, duplex: 'half' } : {}) };
  return new Request(`http://localhost${req.url}`, init as RequestInit);
}
