import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#wire/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The largest body of the route, if it is larger than `maxJsonBytes`. */
    maxBodyBytes?: number;
  }
}

/** The largest body that is not a form. */
export const maxJsonBytes = 2_000_000;

/** All texts of one form together; the longest text in any form (the columns of an import) has 50,000 characters. */
export const largestTexts = 1_000_000;

/** What the names, types and boundaries of a form's parts may need at most. */
const largestFrame = 64_000;

interface FormLimits {
  maxBytes: number;
  files?: number;
}

/** The largest body of a form with these limits. */
export const maxFormBytes = ({ maxBytes, files = 1 }: FormLimits): number =>
  maxBytes * files + largestTexts + largestFrame;

/**
 * Closes the connection with each response that is sent before the end of a body whose length is unknown or too large:
 * the rest would be read and dropped for as long as it arrives. What is left of a body of an allowed length is read, so
 * that its sender gets the response.
 */
export function closeOnEndlessBody(app: FastifyInstance): void {
  app.addHook('onSend', async (req, reply) => {
    if (req.raw.complete) return;
    const isUnknown = req.headers['transfer-encoding'] !== undefined;
    const most = req.routeOptions.config?.maxBodyBytes ?? maxJsonBytes;
    if (!isUnknown && declaredBytes(req) <= most) return;
    reply.header('connection', 'close');
    lingerAtEnd(req.raw.socket);
  });
}

const lingerMs = 500;

/**
 * Closing a connection on which bytes wait to be read resets it, and the sender may lose the response. So our side is
 * closed first, and the rest half a second later.
 */
function lingerAtEnd(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
}

const declaredBytes = (req: FastifyRequest) => Number(req.headers['content-length'] ?? 0);

/** Refuses a form whose declared length can't be allowed, before any of it is read. Throws PAYLOAD_TOO_LARGE. */
export function refuseLargeForm(req: FastifyRequest, limits: FormLimits): void {
  if (declaredBytes(req) > maxFormBytes(limits)) throw tooLarge(limits);
}

/** Ends the parsing of a form with PAYLOAD_TOO_LARGE as soon as more has arrived than its limits allow. */
export function stopAtLimit(req: FastifyRequest, limits: FormLimits): void {
  const most = maxFormBytes(limits);
  let bytes = 0;
  const count = (piece: Buffer) => {
    bytes += piece.byteLength;
    if (bytes <= most) return;
    req.raw.off('data', count);
    // The parser ends with an error of the request; destroying the request would leave no way to answer.
    req.raw.emit('error', tooLarge(limits));
  };
  req.raw.on('data', count);
}

function tooLarge({ maxBytes }: FormLimits): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', 'The file is too large', { maxBytes });
}
