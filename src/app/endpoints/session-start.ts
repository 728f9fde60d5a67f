import type { FastifyInstance, FastifyRequest } from 'fastify';
import { me, refreshToken } from '#features/auth/contract.ts';
import type { Runtime } from '#server/runtime.ts';
import { pathParams, type Route } from '#wire/route.ts';

const maxReads = 12;
/** Larger responses are not included: the browser requests them itself. */
const maxBytes = 400_000;

/**
 * POST /api/v2/auth/start: what a page of the signed-in entry needs at its start, in one answer instead of three
 * requests one after another: a new access token, the user and the reads that the browser names. Each part is the
 * response of its own route, called with the caller's cookie or the new token, so that all checks of that route apply.
 * Reads that fail are omitted.
 */
export function serveSessionStart(app: FastifyInstance, runtime: Runtime): void {
  const isAllowed = readMatcher(runtime.routes.map((each) => each.route));
  app.post('/api/v2/auth/start', { bodyLimit: 20_000 }, async (req, reply) => {
    const headers = copied(req, 'host', 'user-agent', 'accept-language');
    const refreshed = await app.inject({
      method: 'POST',
      url: `/api${refreshToken.path}`,
      headers: { ...headers, ...copied(req, 'cookie', 'origin') },
      remoteAddress: req.ip,
    });
    const cookies = refreshed.headers['set-cookie'];
    if (cookies) reply.header('set-cookie', cookies);
    reply.code(refreshed.statusCode).header('cache-control', 'no-store');
    reply.type('application/json; charset=utf-8');
    if (refreshed.statusCode !== 200) return reply.send(refreshed.rawPayload);
    const { accessToken } = refreshed.json<{ accessToken: string }>();
    const ask = (read: string) => {
      const [url = '', body] = splitBody(read);
      const signedIn = { ...headers, authorization: `Bearer ${accessToken}` };
      return app.inject({
        ...(body
          ? { method: 'POST', payload: body, headers: { ...signedIn, 'content-type': 'application/json' } }
          : { method: 'GET', headers: signedIn }),
        url: `/api${url}`,
        remoteAddress: req.ip,
      });
    };
    const urls = [me.path, ...namedReads(req.body).filter(isAllowed)];
    const answers = await Promise.all(urls.map(async (url) => ({ url, answer: await ask(url) })));
    const reads = answers.flatMap(({ url, answer }) =>
      answer.statusCode === 200 && answer.rawPayload.length <= maxBytes
        ? [[url, answer.json<unknown>()]]
        : [],
    );
    return reply.send(
      JSON.stringify({ success: true, data: { accessToken, reads: Object.fromEntries(reads) }, error: null }),
    );
  });
}

function namedReads(body: unknown): string[] {
  const { reads } = (body ?? {}) as { reads?: unknown };
  if (!Array.isArray(reads)) return [];
  const urls = reads.filter((one): one is string => typeof one === 'string' && one !== me.path);
  return [...new Set(urls)].slice(0, maxReads);
}

/** A read sent as POST is its URL, a space and its body. */
function splitBody(read: string): [url: string, body?: string] {
  const at = read.indexOf(' ');
  return at < 0 ? [read] : [read.slice(0, at), read.slice(at + 1)];
}

/**
 * Accepts reads that answer a signed-in user with data, and those of one record that are sent as POST: no writes, no
 * files and no public pages.
 */
function readMatcher(routes: readonly Route[]): (read: string) => boolean {
  const reads = routes.filter((one) => one.kind === 'read' && !one.download);
  const patterns = reads
    .filter((one) => one.method === 'GET')
    .filter((one) => one.access === 'user' || one.access === 'member' || one.access === 'admin')
    .map((one) =>
      pathParams(one.path).reduce((path, name) => path.replace(`{${name}}`, '[\\w-]+'), one.path),
    );
  const known = new RegExp(`^(?:${patterns.join('|')})(?:\\?[^#\\s]*)?$`);
  const byId = new Set(
    reads.filter((one) => one.method === 'POST' && one.path.endsWith('/get-by-id')).map((one) => one.path),
  );
  return (read) => {
    const [url, body] = splitBody(read);
    return read.length <= 1000 && (body === undefined ? known.test(url) : byId.has(url));
  };
}

function copied(
  req: FastifyRequest,
  ...names: ('host' | 'user-agent' | 'accept-language' | 'cookie' | 'origin')[]
) {
  return Object.fromEntries(names.flatMap((name) => (req.headers[name] ? [[name, req.headers[name]]] : [])));
}
