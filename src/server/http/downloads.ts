import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Download, RangedBody } from '#wire/route.ts';
import { parseRangeHeader } from './range-header.ts';

/** Sends a file under its own name, cached privately; seekable files support Range requests. */
export function sendDownload(req: FastifyRequest, reply: FastifyReply, file: Download): unknown {
  if (file.etag) {
    reply.header('etag', `"${file.etag}"`);
    if (req.headers['if-none-match'] === `"${file.etag}"`) return reply.code(304).send();
  }
  reply.header(
    'content-disposition',
    contentDisposition(file.filename, { type: file.inline ? 'inline' : 'attachment' }),
  );
  reply.header('access-control-expose-headers', 'content-disposition');
  // A PDF embedded in one of our pages; the browser's viewer brings its own styles and plug-in.
  if (file.inline && file.type === 'application/pdf') reply.header('content-security-policy', pdfPolicy);
  reply.header('cache-control', cachingOf(file));
  reply.type(isPlainText(file) ? `${file.type}; charset=utf-8` : file.type);
  if (typeof file.body === 'object' && 'between' in file.body) return sendRange(req, reply, file, file.body);
  if (file.bytes !== undefined) reply.header('content-length', String(file.bytes));
  if (req.method !== 'HEAD' || !(file.body instanceof Readable)) return reply.send(file.body);
  file.body.destroy();
  return reply.send(Readable.from([]));
}

const isPlainText = ({ type }: Download) => type.startsWith('text/') && !type.includes('charset');

/** Only what has a version may stay on a device: exports, invoices and lists of people are never stored. */
function cachingOf({ etag, maxAgeSeconds }: Download): string {
  return etag || maxAgeSeconds ? `private, max-age=${maxAgeSeconds ?? 0}` : 'no-store';
}

/**
 * Sends the requested range (206), 416 if it is out of bounds, and the whole file without a range or with an unknown
 * kind.
 */
function sendRange(req: FastifyRequest, reply: FastifyReply, file: Download, body: RangedBody): unknown {
  const size = file.bytes ?? 0;
  reply.header('accept-ranges', 'bytes');
  const condition = req.headers['if-range'];
  const isSame = condition === undefined || condition === `"${file.etag}"`;
  const range = isSame ? parseRangeHeader(req.headers.range, size) : null;
  if (range === 'none') {
    reply.header('content-range', `bytes */${size}`).removeHeader('content-disposition').removeHeader('etag');
    return reply.code(416).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('');
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  // HEAD requests must not read the file.
  const bytes = req.method === 'HEAD' ? Readable.from([]) : body.between(start, end);
  return reply.header('content-length', String(end - start + 1)).send(bytes);
}

const pdfPolicy = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";
