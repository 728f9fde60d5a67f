import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const smallest = 1_000;
const texts = /^(?:text\/html|application\/json)/;
// Answers with a secret of the person and words of a stranger in one are not compressed: their size would tell.
const secretive = /^\/api\/v2\/auth\//;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Sends pages and JSON compressed to browsers that can read it; files lie compressed beside themselves already. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (req, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < smallest || !isMeant(req, reply)) return payload;
    reply.header('vary', 'accept-encoding');
    const coding = codingFor(String(req.headers['accept-encoding'] ?? ''));
    if (!coding) return payload;
    reply.header('content-encoding', coding).removeHeader('content-length');
    const bytes = Buffer.from(payload);
    return coding === 'gzip' ? zip(bytes, { level: 5 }) : brotli(bytes, quick(bytes.length));
  });
}

function isMeant(req: FastifyRequest, reply: FastifyReply): boolean {
  const type = String(reply.getHeader('content-type') ?? '');
  return texts.test(type) && !reply.hasHeader('content-encoding') && !secretive.test(req.url);
}

/** The coding to use of those a browser accepts, or null; `q=0` means no. */
function codingFor(accepted: string): 'br' | 'gzip' | null {
  const names = accepted
    .split(',')
    .filter((one) => !/;\s*q=0(?:\.0*)?\s*$/.test(one))
    .map((one) => one.split(';')[0]?.trim());
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : null;
}

// Somebody waits: the fifth of a millisecond counts more than the last percent.
function quick(bytes: number) {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes } };
}
