import type { FastifyInstance, FastifyRequest } from 'fastify';
import { escapeHtml, sendPlainPage } from '#server/html.ts';
import { succeeded } from '#wire/envelope.ts';
import { AppError } from '#wire/errors.ts';

/** A mail as the loopback mail server received it. */
interface ReceivedMail {
  id: string;
  messageId: string;
  receivedAt: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; type: string; bytes: number }[];
}

/** Where the pages read the captured mail. */
export interface Outbox {
  list(): Promise<ReceivedMail[]>;
  raw(id: string): Promise<Buffer | null>;
}

/**
 * Serves the demo's pages: all captured mail, including login links, and the way to the simulated phones. Only for browsers on this machine: requests that a
 * local proxy forwards, and foreign pages that reach us by DNS rebinding, also come from a loopback address and are
 * refused.
 */
export function serveDevPages(app: FastifyInstance, outbox: Outbox, phonesUrl: string | null): void {
  app.get('/dev/phones', async (req, reply) => {
    refuseStrangers(req);
    if (!phonesUrl) throw new AppError('NOT_FOUND', 'Not found');
    return reply.redirect(phonesUrl);
  });
  app.get('/api/dev/outbox', async (req) => {
    refuseStrangers(req);
    return succeeded(await outbox.list());
  });
  app.get('/api/dev/outbox/:id', async (req, reply) => {
    refuseStrangers(req);
    const raw = await outbox.raw((req.params as { id: string }).id);
    if (!raw) throw new AppError('NOT_FOUND', 'Not found');
    return reply.type('message/rfc822').send(raw);
  });
  app.get('/dev/outbox', async (req, reply) => {
    refuseStrangers(req);
    return sendPlainPage(reply, 'Outbox', outboxPage(await outbox.list()));
  });
}

const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

function refuseStrangers(req: FastifyRequest): void {
  const isLocal = /^(127\.|::1$|::ffff:127\.)/.test(req.socket.remoteAddress ?? '');
  const isPassedOn = forwarding.some((name) => name in req.headers);
  const isOurName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i.test(req.headers.host ?? '');
  if (!isLocal || isPassedOn || !isOurName) throw new AppError('NOT_FOUND', 'Not found');
}

function outboxPage(mails: ReceivedMail[]): string {
  const list = mails.map(mailEntry).join('');
  return `<h1>Outbox</h1><p class="dim">Emails this demo would have sent, newest first.</p>${
    list || '<article>No emails sent yet.</article>'
  }`;
}

function mailEntry(mail: ReceivedMail): string {
  const files = mail.attachments.map((a) => `${escapeHtml(a.filename)} (${a.bytes} bytes)`).join(', ');
  return `<details><summary><strong>${escapeHtml(mail.subject)}</strong><br><small>${escapeHtml(mail.to.join(', '))} · ${escapeHtml(
    mail.receivedAt,
  )}</small></summary><pre>${linked(mail.text)}</pre><dl>${files ? `<dt>Attachments</dt><dd>${files}</dd>` : ''}<dt>Message-ID</dt><dd><code>${escapeHtml(
    mail.messageId,
  )}</code></dd><dt>Source</dt><dd><a href="/api/dev/outbox/${encodeURIComponent(mail.id)}">.eml</a></dd></dl></details>`;
}

function linked(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}
