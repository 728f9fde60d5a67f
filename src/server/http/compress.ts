import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CachedChunk, gzipChunks, joinChunks } from './cached-chunks.ts';

const smallest = 1_000;
const texts = /^(?:text\/html|application\/json)/;
// Responses that mix a user's secret with text from others are not compressed: their size would leak it (BREACH).
const secretive = /^\/api\/v2\/auth\//;
const brotli = promisify(zlib.brotliCompress);
const zip = promisify(zlib.gzip);

/** Compresses pages and JSON for browsers that accept it; static files have precompressed copies. */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (req, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < smallest || !isMeant(req, reply)) return payload;
    reply.header('vary', 'accept-encoding');
    const names = accepted(req);
    const coding = names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : null;
    if (!coding) return payload;
    reply.header('content-encoding', coding).removeHeader('content-length');
    const bytes = Buffer.from(payload);
    return coding === 'gzip' ? zip(bytes, { level: 5 }) : brotli(bytes, quick(bytes.length));
  });
}

/** Sends JSON that consists of chunks, compressed if the browser accepts gzip, which all do. */
export async function sendChunks(
  req: FastifyRequest,
  reply: FastifyReply,
  pieces: readonly CachedChunk[],
): Promise<unknown> {
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
  if (!accepted(req).includes('gzip')) return reply.send(joinChunks(pieces));
  return reply.header('content-encoding', 'gzip').send(await gzipChunks(pieces));
}

function isMeant(req: FastifyRequest, reply: FastifyReply): boolean {
  const type = String(reply.getHeader('content-type') ?? '');
  return texts.test(type) && !reply.hasHeader('content-encoding') && !secretive.test(req.url);
}

/** Returns the encodings a browser accepts; `q=0` excludes one. */
function accepted(req: FastifyRequest): (string | undefined)[] {
  return String(req.headers['accept-encoding'] ?? '')
    .split(',')
    .filter((one) => !/;\s*q=0(?:\.0*)?\s*$/.test(one))
    .map((one) => one.split(';')[0]?.trim());
}

// A user is waiting: 0.2 ms matter more than the last percent of size.
function quick(bytes: number) {
  return {
    params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes },
  };
}
