import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { failed } from '#wire/envelope.ts';

const headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(self)',
  'content-security-policy': "default-src 'none'",
  'cache-control': 'no-store',
};
/** What `default-src` does not cover; each policy gets those it does not set itself. */
const uncovered = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];
const transportSecurity = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

/** Sets the security headers that the response does not set itself. `isSecure`: the installation is on https. */
export function setSecurityHeaders(reply: FastifyReply, isSecure: boolean): void {
  for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value);
  if (isSecure) reply.headers(transportSecurity);
  const policy = completed(String(reply.getHeader('content-security-policy')));
  reply.header('content-security-policy', policy);
  if (policy.includes("frame-ancestors 'self'")) reply.header('x-frame-options', 'SAMEORIGIN');
  else if (!policy.includes('frame-ancestors *')) reply.header('x-frame-options', 'DENY');
}

function completed(policy: string): string {
  const missing = uncovered.filter((directive) => !policy.includes(directive.split(' ')[0] ?? directive));
  return [policy, ...missing].join('; ');
}

/** How long a connection stays open after an error, so that the answer arrives. */
const lingerMs = 500;

/** How Node names a request that never becomes one. */
const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Answers a connection whose bytes are no request, or did not arrive in time, like any other response. */
export function answerClientError(error: Error & { code?: string }, socket: Socket, isSecure: boolean): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = statuses[error.code ?? ''] ?? 400;
  const lines = Object.entries(refusalHeaders(isSecure)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${refusal}`);
  // The other side may never close; at once would reset the connection before it has read the answer.
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/**
 * Answers what Node would answer itself, without our headers: a request without a host (with `requireHostHeader: false`),
 * and one that expects what we do not know.
 */
export function answerForNode(app: FastifyInstance, isSecure: boolean): void {
  const refuse = (response: ServerResponse, status: number) =>
    response.writeHead(status, refusalHeaders(isSecure)).end(refusal);
  app.server.on('checkExpectation', (_req: IncomingMessage, response: ServerResponse) =>
    refuse(response, 417),
  );
  app.addHook('onRequest', async (req, reply) => {
    if (req.headers.host !== undefined || req.raw.httpVersion !== '1.1') return;
    reply.hijack();
    refuse(reply.raw, 400);
  });
}

const refusal = JSON.stringify(failed('BAD_USER_INPUT', 'The request could not be read', null));

function refusalHeaders(isSecure: boolean): Record<string, string> {
  return {
    ...headers,
    ...(isSecure ? transportSecurity : {}),
    'content-security-policy': completed(headers['content-security-policy']),
    'x-frame-options': 'DENY',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(refusal)),
    connection: 'close',
  };
}
