import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Lang } from '#domain/base/date-formats.ts';

/** Escapes text for HTML, including quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

interface PlainPage {
  /** The language of its texts; English if omitted. */
  lang?: Lang;
  /** Seconds after which the browser asks again. */
  refresh?: number;
}

/** Sends a small page of the server itself (outbox, unsubscribing, busy): no scripts, styles by nonce. */
export function sendPlainPage(
  reply: FastifyReply,
  title: string,
  body: string,
  { lang = 'en', refresh }: PlainPage = {},
): FastifyReply {
  const again = refresh === undefined ? '' : `<meta http-equiv="refresh" content="${refresh}">`;
  const nonce = randomBytes(16).toString('base64');
  return reply
    .header('content-security-policy', `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'`)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `${again}<title>${escapeHtml(title)}</title><style nonce="${nonce}">${smallPageStyle}</style><main>${body}</main></html>`,
    );
}

const smallPageStyle = `
:root{color-scheme:light dark;--line:light-dark(#dcd9d6,#3a3632);--dim:light-dark(#57534e,#a8a29e);--accent:light-dark(#9a3412,#fdba74)}
body{margin:0;font:15px/1.5 system-ui,sans-serif;background:light-dark(#f8f7f6,#121110);color:light-dark(#1c1917,#e7e5e4)}
main{max-width:960px;margin:0 auto;padding:24px 16px 64px}h1{font-size:22px}h2{font-size:16px;margin:32px 0 8px}
a{color:var(--accent)}code{font:13px ui-monospace,monospace;overflow-wrap:anywhere}small,.dim{color:var(--dim)}
article,details{background:light-dark(#fff,#1c1a18);border:1px solid var(--line);border-radius:8px;padding:12px 16px;margin:8px 0}
summary{cursor:pointer}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:13px ui-monospace,monospace}
dl{display:grid;grid-template-columns:minmax(0,max-content) minmax(0,1fr);gap:4px 16px;margin:0}dt{color:var(--dim)}dd{margin:0;overflow-wrap:anywhere}`;
