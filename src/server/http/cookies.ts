import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReplyHints } from '../context.ts';

/** Browsers accept a cookie with this prefix only from https, so no page on http can set one over ours. */
const prefix = '__Secure-';

/** Returns the request's cookies by the names that features use. Over https only those with the prefix are ours. */
export function cookiesOf(req: FastifyRequest, isSecure: boolean): ReplyHints['requestCookies'] {
  if (!isSecure) return req.cookies;
  const ours = Object.entries(req.cookies).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(ours.map(([name, value]) => [name.slice(prefix.length), value]));
}

/** Sets the cookies that a call asked for. */
export function setCookies(reply: FastifyReply, cookies: ReplyHints['cookies'], isSecure: boolean): void {
  for (const { name, value, path, isReadable, maxAgeSeconds } of cookies)
    reply.setCookie(isSecure ? prefix + name : name, value, {
      path,
      httpOnly: !isReadable,
      sameSite: 'lax',
      secure: isSecure,
      maxAge: maxAgeSeconds,
    });
}
