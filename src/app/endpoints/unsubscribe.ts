import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readMessageToken } from '#features/messages/message-tokens.ts';
import texts from '#features/messages/suppressions/page-texts.json' with { type: 'json' };
import { emailPreference, resubscribe, unsubscribe } from '#features/messages/suppressions/unsubscribe.ts';
import { escapeHtml, sendPlainPage } from '#server/html.ts';
import { withReadCtx, withWriteCtx } from '#server/http/call-contexts.ts';
import type { Runtime } from '#server/runtime.ts';
import { preferredLang } from '#server/translate.ts';
import { systemCallFacts } from '../create-runtime.ts';

const maxBytes = 10_000;

/**
 * /u/{token}, the address in List-Unsubscribe. GET shows the preference and changes nothing, because scanners open every
 * link; POST acts at once, without a session, a cookie or a redirect (RFC 8058), however often it is called.
 */
export function serveUnsubscribe(app: FastifyInstance, runtime: Runtime): void {
  void app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: maxBytes },
      async (_req: unknown, body: string) => body,
    );
    own.get('/u/:token', (req, reply) => preferencePage(runtime, req, reply));
    // Mail programs send it once.
    own.post('/u/:token', { config: { isNeverShed: true } }, async (req, reply) => {
      const found = messageOf(runtime, req);
      const wantsAgain = new URLSearchParams(String(req.body ?? '')).has('again');
      if (found) {
        const facts = systemCallFacts(runtime, found, 'tenant', 'unsubscribe');
        const act = wantsAgain ? resubscribe : unsubscribe;
        await withWriteCtx(runtime, facts, (w) => act(w, found.messageId));
      }
      return preferencePage(runtime, req, reply);
    });
  });
}

function messageOf(runtime: Runtime, req: FastifyRequest) {
  const { token } = req.params as { token: string };
  return readMessageToken(runtime.installation, 'unsubscribe', token.toLowerCase());
}

async function preferencePage(runtime: Runtime, req: FastifyRequest, reply: FastifyReply) {
  const lang = preferredLang(req.headers['accept-language']);
  const text = texts[lang];
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
  const found = messageOf(runtime, req);
  const facts = found && systemCallFacts(runtime, found, 'tenant', 'unsubscribe');
  const preference =
    found && facts && (await withReadCtx(runtime, facts, (r) => emailPreference(r, found.messageId)));
  if (!preference) {
    return sendPlainPage(reply.code(404), text.title, `<h1>${text.title}</h1><p>${text.gone}</p>`, { lang });
  }
  const { stream, company, isStopped } = preference;
  const sentence = text[isStopped ? 'done' : 'ask'][stream].replace('{company}', () => company);
  const [name, value, label] = isStopped
    ? ['again', '1', text.again]
    : ['List-Unsubscribe', 'One-Click', text.stop];
  const body = `<h1>${text.title}</h1><article><p>${escapeHtml(sentence)}</p><form method="post"><input type="hidden" name="${name}" value="${value}"><button>${label}</button></form></article><p class="dim">${text.rest}</p>`;
  return sendPlainPage(reply, text.title, body, { lang });
}
