import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CachedChunk, gzipChunks, joinChunks } from './cached-chunks.ts';

const smallest = 1_000;
const texts = /^(?:text\/html|application\/json)/;
// Answers with a secret of the person and words of a stranger in one are not compressed: their size would tell.
const secretive = /^\/api\/v2\/auth\//;
const brotli = promisify(zlib.brotliCompress);
const zip = promisify(zlib.gzip);

/** Sends pages and JSON compressed to browsers that can read it; files lie compressed beside themselves already. */
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

/** Sends JSON that comes in pieces, compressed if the browser reads gzip, which all do. */
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

/** The codings a browser accepts; `q=0` means no. */
function accepted(req: FastifyRequest): (string | undefined)[] {
  return String(req.headers['accept-encoding'] ?? '')
    .split(',')
    .filter((one) => !/;\s*q=0(?:\.0*)?\s*$/.test(one))
    .map((one) => one.split(';')[0]?.trim());
}

// Somebody waits: the fifth of a millisecond counts more than the last percent.
function quick(bytes: number) {
  return {
    params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes },
  };
}
