import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type MessageTokenPurpose, readMessageToken } from '#features/messages/message-tokens.ts';
import pageTexts from '#features/messages/suppressions/page-texts.json' with { type: 'json' };
import { type Request, recordClick, recordOpen } from '#features/messages/tracking/record-hit.ts';
import { sendPlainPage } from '#server/html.ts';
import { withWriteCtx } from '#server/http/call-contexts.ts';
import type { Runtime } from '#server/runtime.ts';
import { preferredLang } from '#server/translate.ts';
import { systemCallFacts } from '../create-runtime.ts';

const emptyPicture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * /t/o/{token}, the picture of a mail whose opens are counted, and /t/c/{token}, its links: they redirect to the address
 * that is stored with the mail, never to one in the request. A token that we did not create is refused without a query.
 */
export function serveMailTracking(app: FastifyInstance, runtime: Runtime): void {
  app.get('/t/o/:token', async (req, reply) => {
    const found = messageOf(runtime, req, 'open');
    if (!found) return notFoundPage(req, reply);
    const facts = systemCallFacts(runtime, found, 'tenant', 'mail-open');
    await withWriteCtx(runtime, facts, (w) => recordOpen(w, found.messageId, requestOf(req)));
    return unstored(reply).type('image/gif').send(emptyPicture);
  });
  app.get('/t/c/:token', async (req, reply) => {
    const found = messageOf(runtime, req, 'click');
    const facts = found && systemCallFacts(runtime, found, 'tenant', 'mail-click');
    const target =
      found && facts && (await withWriteCtx(runtime, facts, (w) => recordClick(w, found, requestOf(req))));
    if (!target) return notFoundPage(req, reply);
    return unstored(reply).redirect(target, 302);
  });
}

function messageOf(runtime: Runtime, req: FastifyRequest, purpose: MessageTokenPurpose) {
  const { token } = req.params as { token: string };
  return readMessageToken(runtime.installation, purpose, token);
}

function requestOf({ method, headers }: FastifyRequest): Request {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-purpose'] ?? '';
  return {
    method,
    userAgent: headers['user-agent'] ?? '',
    acceptLanguage: headers['accept-language'] ?? '',
    purpose: String(purpose),
  };
}

/** No one else may store the answer, and the page behind a link does not learn from where it was opened. */
function unstored(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store, private').header('referrer-policy', 'no-referrer');
}

function notFoundPage(req: FastifyRequest, reply: FastifyReply): FastifyReply {
  const lang = preferredLang(req.headers['accept-language']);
  const { gone } = pageTexts[lang];
  return sendPlainPage(unstored(reply).code(404), gone, `<h1>${gone}</h1>`, { lang });
}
