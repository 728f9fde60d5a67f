import { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { maxJsonBytes } from '../body-limits.ts';
import { answerClientError } from '../security-headers.ts';

/** What senders and readers may take before their connection is closed. */
interface Patience {
  /** How often open requests are looked at. */
  everyMs: number;
  /** A body that is no upload arrives in this time, or longer at `bytesPerSecond` on average. */
  bodyMs: number;
  /** An upload may take any time, but brings `uploadBytesPerSecond` in each such interval. */
  uploadMs: number;
  /** An answer is taken in this time, or longer at `bytesPerSecond` on average. */
  answerMs: number;
  bytesPerSecond: number;
  uploadBytesPerSecond: number;
}

const usual: Patience = {
  everyMs: 5_000,
  bodyMs: 30_000,
  uploadMs: 30_000,
  answerMs: 60_000,
  // A phone at the edge of a cell has more.
  bytesPerSecond: 8_000,
  // Photos go up several at a time and share what there is.
  uploadBytesPerSecond: 1_000,
};

/** A body that is arriving, or an answer that is leaving: since when, and what its connection had moved by then. */
interface Transfer {
  reply: FastifyReply;
  since: number;
  bytes: number;
}

/**
 * Closes the connections of those who send a body or read an answer more slowly than real connections are. A sender who
 * has no answer yet gets 408. Time in which they wait for us is not counted.
 */
export function endSlowConnections(
  app: FastifyInstance,
  isSecure: boolean,
  patience: Patience = usual,
): void {
  const bodies = new Map<FastifyRequest, Transfer>();
  const answers = new Map<FastifyRequest, Transfer>();
  app.addHook('onRequest', async (req, reply) => {
    if (!(req.raw instanceof IncomingMessage) || !hasBody(req)) return;
    bodies.set(req, { reply, since: performance.now(), bytes: req.raw.socket.bytesRead });
    for (const event of ['end', 'close']) req.raw.once(event, () => bodies.delete(req));
  });
  app.addHook('onSend', async (req, reply) => {
    // Its caller may have left while the answer was being made: then there is no close any more that ends the watch.
    if (!(req.raw instanceof IncomingMessage) || reply.raw.closed) return;
    answers.set(req, { reply, since: performance.now(), bytes: req.raw.socket.bytesWritten });
    reply.raw.once('close', () => answers.delete(req));
  });
  const look = () => {
    const now = performance.now();
    for (const [req, body] of bodies) {
      const { bytesRead } = req.raw.socket;
      const [ms, bytes] = [now - body.since, bytesRead - body.bytes];
      const isFast = isUpload(req) && ms >= patience.uploadMs && !isStalled(ms, bytes, patience);
      // What has arrived and is not read waits for us: for a turn, or for the file store.
      if (isFast || req.raw.readableLength > 0) bodies.set(req, { ...body, since: now, bytes: bytesRead });
      else if (
        isUpload(req) ? isStalled(ms, bytes, patience) : isLate(ms, bytes, patience.bodyMs, patience)
      ) {
        bodies.delete(req);
        refuseSender(req, body.reply, isSecure);
      }
    }
    for (const [req, answer] of answers) {
      const { socket } = req.raw;
      const bytes = socket.bytesWritten - answer.bytes;
      // Nothing waits for the reader: it is still being written.
      if (socket.writableLength === 0)
        answers.set(req, { ...answer, since: now, bytes: socket.bytesWritten });
      else if (isLate(now - answer.since, bytes, patience.answerMs, patience)) socket.destroy();
    }
  };
  const timer = setInterval(look, patience.everyMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Forms with files, and the pieces of videos. */
const isUpload = (req: FastifyRequest) => (req.routeOptions.config.maxBodyBytes ?? 0) > maxJsonBytes;

function isLate(ms: number, bytes: number, free: number, { bytesPerSecond }: Patience): boolean {
  return ms > free && ms - free > (bytes / bytesPerSecond) * 1_000;
}

function isStalled(ms: number, bytes: number, { uploadMs, uploadBytesPerSecond }: Patience): boolean {
  return ms >= uploadMs && bytes < (ms / 1_000) * uploadBytesPerSecond;
}

function refuseSender(req: FastifyRequest, reply: FastifyReply, isSecure: boolean): void {
  const { socket } = req.raw;
  if (reply.raw.headersSent) socket.destroy();
  else answerClientError(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket, isSecure);
}
